import type { QueueEntry } from 'shared-contracts/types';
import { presentOrder } from '../orders/order.presenter';
import type { QueueRecord } from './queue.repository';

export function presentQueueEntry({ id, state, created_at, position_in_queue, order }: QueueRecord): QueueEntry {
  return { id, state, created_at: created_at.toISOString(), position_in_queue, order: presentOrder(order) };
}
