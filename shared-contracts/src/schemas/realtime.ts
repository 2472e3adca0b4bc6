/** Messages over the socket. Wire names are `App\Events\<name>`; every message is a hint that leads to a refetch. */
import { z } from 'zod';
import { deliveryMethodSchema } from './catalog';
import { orderSchema } from './order';
import { queueStateSchema } from './queue';
import { idSchema } from './shared';

const vendorHead = z.object({ id: idSchema, name: z.string(), image: z.string() });

export const realtimeSchemas = {
  QueueOrderAdded: z.object({
    vendor: vendorHead,
    queue: z.object({ id: idSchema, state: queueStateSchema }),
    order: z.object({ id: idSchema }),
  }),
  QueueOrderStateUpdated: z.object({
    queue: z.object({ id: idSchema, state: queueStateSchema, order_id: idSchema }),
    delivery_method: deliveryMethodSchema,
    vendor: vendorHead,
    /** The vendor calls the buyer once more, without a change. */
    is_repeat: z.literal(true).optional(),
  }),
  /**
   * On the buyer's and the vendor's channel: the order was cancelled, or its refund moved on. It is never shown as a
   * notification: a Message event is.
   */
  OrderUpdated: z.object({ order: z.object({ id: idSchema, state: orderSchema.shape.state }), vendor_id: idSchema }),
  Message: z.object({ message: z.string() }),
  CartUpdated: z.object({ cart: z.object({ id: idSchema, venue_id: idSchema, version: z.int() }) }),
  /** `item_id` is null if the event is about the vendor itself, which takes orders again or no longer does. */
  StockUpdated: z.object({ item_id: idSchema.nullable(), vendor_id: idSchema }),
  QueuePositionsChanged: z.object({ vendor_id: idSchema }),
  /** On the vendor's channel: a printer's state or a job changed such that a page shows something else. */
  PrintingChanged: z.object({ vendor_id: idSchema }),
  /** On the vendor's channel: orders that no one has seen for as long as the first step of the watch allows. */
  OrdersUnseen: z.object({ vendor_id: idSchema, order_ids: z.array(idSchema) }),
};
