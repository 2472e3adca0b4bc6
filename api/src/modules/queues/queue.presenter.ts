import type { QueueEntry } from 'shared-contracts/types';
import { presentOrder } from '../orders/order.presenter';
import type { QueueRecord } from './queue.repository';

export function presentQueueEntry(entry: QueueRecord): QueueEntry {
  const { id, state, created_at, state_changed_at, position_in_queue, order } = entry;
  return {
    id,
    state,
    created_at: created_at.toISOString(),
    state_changed_at: state_changed_at.toISOString(),
    position_in_queue,
    order: presentOrder(order),
  };
}
