import type { ActiveQueue, QueueEntry } from 'shared-contracts/types';
import { presentOrder } from '../orders/order.presenter';
import type { EntryRow, QueueMoment, QueueRecord } from './queue.repository';

export function presentEntry(entry: EntryRow): Omit<QueueEntry, 'order'> {
  const { id, state, created_at, state_changed_at, position_in_queue } = entry;
  return {
    id,
    state,
    created_at: created_at.toISOString(),
    state_changed_at: state_changed_at.toISOString(),
    position_in_queue,
  };
}

export function presentQueueEntry(entry: QueueRecord): QueueEntry {
  return { ...presentEntry(entry), order: presentOrder(entry.order) };
}

export function presentActiveQueue(entries: readonly QueueRecord[], { now }: Pick<QueueMoment, 'now'>): ActiveQueue {
  return { data: entries.map(presentQueueEntry), now: now.toISOString() };
}
