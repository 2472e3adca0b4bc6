import { currentLanguage } from 'shared-contracts/language';
import type { ActiveQueue, QueueEntry } from 'shared-contracts/types';
import { orderIn } from '../orders/line-texts';
import { presentOrder } from '../orders/order.presenter';
import { stepNamed } from '../watch/watch.rules';
import type { EntryRow, QueueMoment, QueueRecord } from './queue.repository';

export function presentEntry(entry: EntryRow): Omit<QueueEntry, 'order'> {
  const { id, state, created_at, state_changed_at, position_in_queue, watch_step } = entry;
  const watch = stepNamed(watch_step);
  return {
    id,
    state,
    created_at: created_at.toISOString(),
    state_changed_at: state_changed_at.toISOString(),
    position_in_queue,
    ...(watch && { watch }),
  };
}

export function presentQueueEntry(entry: QueueRecord): QueueEntry {
  return { ...presentEntry(entry), order: presentOrder(entry.order) };
}

/**
 * Presents the queue of a buyer, in the buyer's language.
 * @param expected the times when entries should be done, by their ids
 */
export function presentActiveQueue(
  entries: readonly QueueRecord[],
  { now }: Pick<QueueMoment, 'now'>,
  expected: ReadonlyMap<number, Date>,
): ActiveQueue {
  const data = entries.map((entry) => ({
    ...presentQueueEntry({ ...entry, order: orderIn(entry.order, currentLanguage()) }),
    expected_at: expected.get(entry.id)?.toISOString() ?? null,
  }));
  return { data, now: now.toISOString() };
}
