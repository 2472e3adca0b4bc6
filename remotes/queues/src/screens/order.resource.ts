import { fillPath, useResource } from 'shared-contracts/query';
import type { Envelope, Order } from 'shared-contracts/types';

/** Reads an order that the account bought, or that its vendor sold. */
export function useOrder(orderId: string | null) {
  return useResource<Envelope<Order>, Order>(
    fillPath('/orders/:orderId', { orderId: orderId ?? '' }),
    {},
    { enabled: orderId !== null, select: ({ data }) => data },
  );
}
