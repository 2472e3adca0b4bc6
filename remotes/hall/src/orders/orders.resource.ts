/** Finds the orders of a hall, and reads and changes one of them. The API lets its operators do both. */
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, HallOrders, Order, OrderHistory } from 'shared-contracts/types';

/** A refund as the operators of its order see it. */
export interface OrderRefund {
  id: number;
  amount: number;
  reason: string;
  state: 'pending' | 'delayed' | 'unclear' | 'refunded' | 'failed' | 'void';
  source: 'operator' | 'cancellation' | 'provider';
  by: { id: number; name: string } | null;
  items: { data: { order_item_id: number; quantity: number }[] };
  created_at: string;
}
export interface OrderRefunds {
  data: OrderRefund[];
  paid: number;
  left: number;
  currency: string;
  currency_symbol: string;
}

/** What is refunded: some lines, an amount, or neither for all that is left. */
export interface RefundRequest {
  reason: string;
  items?: { id: number; quantity: number }[];
  amount?: number;
}

const PAGE = 30;
const listPath = (venueId: string) => fillPath('/venues/:venueId/orders', { venueId });
const pathOf = (orderId: string, rest = '') => `${fillPath('/orders/:orderId', { orderId })}${rest}`;

/** @param after the last order of the page before; null for the first page */
export function useOrders(venueId: string, search: string, after: number | null) {
  const params = { limit: PAGE, ...(search && { search }), ...(after !== null && { after }) };
  return useResource<HallOrders, HallOrders>(listPath(venueId), params, { select: readOrders });
}

/** Refuses a body of another shape, which comes from some network in between. */
function readOrders(orders: HallOrders): HallOrders {
  if (!Array.isArray((orders as Partial<HallOrders>).data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return orders;
}

export const useHistory = (orderId: string) =>
  useResource<Envelope<OrderHistory>, OrderHistory>(pathOf(orderId, '/history'), {}, { select: readHistory });

function readHistory({ data }: Envelope<OrderHistory>): OrderHistory {
  if (!Array.isArray((data as Partial<OrderHistory> | null)?.events?.data))
    throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

export const useOrder = (orderId: string) =>
  useResource<Envelope<Order>, Order>(pathOf(orderId), {}, { select: ({ data }) => data });

export const useRefunds = (orderId: string) => useResource<OrderRefunds>(pathOf(orderId, '/refunds'));

async function refresh(orderId: string): Promise<void> {
  await Promise.all(['', '/history', '/refunds'].map((rest) => invalidate(pathOf(orderId, rest))));
}

/** What would be refunded, in major units. */
export interface RefundPreview {
  amount: number;
  /** The tip in it. Absent if there is none. */
  tip?: number;
}

/** Returns what would be refunded. Nothing is refunded. */
export async function previewRefund(orderId: string, request: RefundRequest, key: string): Promise<RefundPreview> {
  const body = { ...request, dry_run: true };
  const headers = { 'Idempotency-Key': key };
  const { data } = await api().post<Envelope<RefundPreview>>(pathOf(orderId, '/refunds'), body, { headers });
  return data;
}

/** @param key the same for each try of one refund, which is stored once */
export async function refund(orderId: string, request: RefundRequest, key: string): Promise<void> {
  await api().post(pathOf(orderId, '/refunds'), request, { headers: { 'Idempotency-Key': key } });
  await refresh(orderId);
}

/** Says what became of a refund that is unclear, or withdraws a delayed one. */
export async function clearRefund(
  orderId: string,
  refundId: number,
  outcome: 'made' | 'not-made' | 'withdraw',
): Promise<void> {
  const body = outcome === 'withdraw' ? { withdraw: true } : { is_made: outcome === 'made' };
  await api().put(pathOf(orderId, `/refunds/${refundId}`), body);
  await refresh(orderId);
}

export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  await api().put(fillPath('/queues/cancel/:orderId', { orderId }), { reason });
  await refresh(orderId);
}

export async function sendReceipt(orderId: string): Promise<void> {
  await api().post(pathOf(orderId, '/receipt'));
}
