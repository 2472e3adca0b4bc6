import { z } from 'zod';
import { t } from '../words';
import {
  allergenSchema,
  deliveryMethodSchema,
  deliveryMethodTypeSchema,
  openingSchema,
  paystackAccountSchema,
} from './catalog';
import { idSchema, lineSchema, many, moneySchema, paragraphSchema, timeSchema } from './shared';

export const MAX_QUANTITY = 999;
/** The most lines of a cart over all of its orders. An identical line merges and is no new one. */
export const MAX_LINES = 100;
export const MAX_NOTES = 500;
export const MAX_ALLERGY_NOTE = 300;
export const MAX_LOCATION = 200;
export const MAX_REASON = 300;

const QUANTITY = { error: () => t('Quantity is a whole number from 1 to {max}.', { max: MAX_QUANTITY }) };
const wantedQuantity = z.int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY);

export const orderItemSchema = z.object({
  id: idSchema,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  notes: z.string(),
  /** The price of one, without options. */
  price: moneySchema,
  /** (price + options) × quantity. */
  total: moneySchema,
  /** False when its item, variant or an option went inactive or its price changed since it was added. */
  available: z.boolean(),
  /**
   * The allergens of the item with its choices, as stated when the order was placed. Left out before that, and if the
   * stall stated nothing.
   */
  allergens: z.array(allergenSchema).optional(),
  variant: z.object({
    id: idSchema,
    name: z.string(),
    price: moneySchema,
    item: z.object({ id: idSchema, name: z.string(), master: z.object({ id: idSchema, price: moneySchema }) }),
  }),
  item_options: many(
    z.object({ id: idSchema, option: z.object({ id: idSchema, name: z.string(), price: moneySchema }) }),
  ),
});

/** The vendor's reason for cancelling a placed order, and the state of its refund. */
export const cancellationSchema = z.object({
  /** The vendor's words, for the buyer to read. */
  reason: z.string(),
  cancelled_at: timeSchema,
  refund: z.object({
    /** All that was paid for the order: items, tax, and its portion of the service charge. 0 if nothing was paid. */
    amount: moneySchema,
    /**
     * 'pending': requested, for the usual few seconds. 'delayed': the provider refused or did not respond; it is
     * retried. 'unclear': the response was lost and the provider cannot be asked about it, so an operator must look: it
     * is not retried.
     */
    state: z.enum(['pending', 'delayed', 'unclear', 'refunded']),
  }),
});

/** A refund of an order, in full or in part, also after it was collected. */
export const refundSchema = z.object({
  /** It includes the tax and the portion of the service charge. */
  amount: moneySchema,
  /** For the customer to read. */
  reason: z.string(),
  created_at: timeSchema,
  /**
   * The same states as for a cancellation. 'failed': the provider took it back after it was made, and the customer does
   * not have the money.
   */
  state: z.enum(['pending', 'delayed', 'unclear', 'refunded', 'failed']),
  /** The refunded quantity of each line; empty if a plain amount was refunded. */
  items: many(z.object({ order_item_id: idSchema, quantity: z.int().positive() })),
});

export const orderTaxSchema = z.object({
  /** The name on receipts. */
  name: z.string(),
  /** In percent: 13, or 7.25. */
  rate: z.number(),
  /** The price without the tax. */
  base: moneySchema,
  amount: moneySchema,
});

export const orderSchema = z.object({
  id: idSchema,
  order_number: z.string().nullable(),
  state: z.enum(['cart', 'placed', 'completed', 'cancelled']),
  created_at: timeSchema,
  total: moneySchema,
  tax_amount: moneySchema,
  tax_name: z.string(),
  tax_number: z.string(),
  /**
   * The portion of `total` at each rate, and its tax. The taxes add up to `tax_amount`. The tax of the service fee is
   * not among them; its rate is that of `tax_name`.
   */
  taxes: z.array(orderTaxSchema).optional(),
  tax_inclusive: z.enum(['Includes', 'Excludes']),
  service_fee: moneySchema,
  service_fee_tax: moneySchema,
  /** This order's portion of the cart's tip, which has no tax. Left out if there is none. */
  tip: moneySchema.optional(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  delivery_method: deliveryMethodSchema.nullable(),
  delivery_method_type: deliveryMethodTypeSchema.nullable(),
  delivery_method_location: z.string(),
  delivery_method_instructions: z.string(),
  /** The time of the scan that set this delivery; null where the delivery was chosen by hand. */
  delivery_scanned_at: timeSchema.nullable().optional(),
  /** The buyer's allergies, for the kitchen. Left out if there are none. */
  allergy_note: z.string().optional(),
  vendor: z.object({
    id: idSchema,
    name: z.string(),
    image_url: z.string(),
    address_1: z.string(),
    delivery_method_types: z.array(deliveryMethodTypeSchema),
    paystack_account: paystackAccountSchema.nullable(),
    /** Whether it takes orders now. Present in the orders of a cart, in the cart's own responses. */
    accepting_orders: z.boolean().optional(),
    opening: openingSchema.optional(),
    /** Present in the orders of a cart if the stall states the allergens of an item, and so reads notes about allergies. */
    states_allergens: z.literal(true).optional(),
  }),
  user: z.object({ id: idSchema, name: z.string() }),
  /** The venue of the order. Its times are shown in the venue's time zone, an IANA name. */
  venue: z.object({ id: idSchema, name: z.string(), timezone: z.string() }).optional(),
  order_items: many(orderItemSchema),
  /** Present if `state` is 'cancelled'. */
  cancellation: cancellationSchema.optional(),
  /** Present if the order has any, the oldest first. The refund of a cancellation is one of them. */
  refunds: many(refundSchema).optional(),
});

/** A percentage that the hall offers, and what it comes to. */
const tipOfferSchema = z.object({ percent: z.number(), amount: moneySchema });

/** The tip of a cart in a hall that takes tips. Nothing is preselected. */
export const cartTipSchema = z.object({
  /** The tip that is in `total`: 0 if the buyer chose none. */
  amount: moneySchema,
  /** The chosen percentage of `item_total`. Null if the buyer chose an amount of their own, or none. */
  percent: z.number().nullable(),
  offers: z.array(tipOfferSchema),
  /** The largest amount of the buyer's own. */
  most: moneySchema,
  /** The amount that the buyer chose, if it is more than the items now cost and so counts for less. Otherwise absent. */
  chosen: moneySchema.optional(),
});

export const cartSchema = z.object({
  id: idSchema,
  venue_id: idSchema,
  state: z.enum(['new', 'paid', 'abandoned']),
  /** Grows with every change; a payment is for one version. */
  version: z.int().positive(),
  item_count: z.int().nonnegative(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** Sum of the orders' totals, options included (not the `item_total` of the add-to-cart payload). */
  item_total: moneySchema,
  /** Sum of the orders' service_fee_tax. Cart HST is this plus the sum of their tax_amount. */
  adjustment_tax: moneySchema,
  adjustments: z.array(z.object({ label: z.string(), amount: moneySchema })),
  /** Left out if the hall takes no tips, and if the items are free. */
  tip: cartTipSchema.optional(),
  /** The charged amount: items, service charge, tip, and tax where it is not included. */
  total: moneySchema,
  /** False while a line is unavailable or its price changed. */
  payable: z.boolean(),
  account: z.object({ email: z.string() }),
  orders: many(orderSchema),
  paymentnumber: z.string(),
});

/**
 * The spec's add-to-cart payload. Amounts are checked, never trusted: if `price` or `total` differs from the menu, the
 * add is 409 PRICE_CHANGED; if they are right and `item_total` or `options_total` is wrong, it is 422. A cart of
 * MAX_LINES lines takes no further one (422 CART_FULL).
 */
export const addToCartSchema = z.object({
  venue_id: idSchema,
  vendor_id: idSchema,
  variant_id: idSchema,
  quantity: wantedQuantity,
  price: moneySchema,
  /** price × quantity, without options (not the cart's `item_total`). */
  item_total: moneySchema,
  total: moneySchema,
  /** The chosen options of one, or × quantity; may be left out. */
  options_total: moneySchema.optional(),
  options: z.array(z.object({ id: idSchema })).max(100),
  notes: paragraphSchema.max(MAX_NOTES),
});

/** `PUT /carts/{cartId}/tip`: one of the percentages that the cart offers, an amount in major units, or null for no tip. */
export const tipChangeSchema = z.union([
  z.strictObject({ percent: z.number().nullable() }),
  z.strictObject({ amount: moneySchema }),
]);

export const quantityChangeSchema = z.object({ quantity: wantedQuantity });

/**
 * Checked against the vendor's own types by rules/delivery. With `delivery_scanned_at` a scan made the choice: then an order
 * without a delivery gets it, and so does an order with the table of an earlier scan; any other order stays as it is.
 */
export const deliveryChangeSchema = z.object({
  delivery_method: deliveryMethodSchema,
  delivery_method_type: z.union([deliveryMethodTypeSchema, z.literal('')]).nullable(),
  delivery_method_location: lineSchema
    .max(MAX_LOCATION, { error: () => t('A location has at most {max} characters.', { max: MAX_LOCATION }) })
    .default(''),
  delivery_method_instructions: paragraphSchema.max(MAX_NOTES).default(''),
  delivery_scanned_at: z.iso.datetime({ offset: true }).nullable().default(null),
});

/** `PUT /orders/{orderId}/allergy-note`: an empty text takes the note away. */
export const allergyNoteChangeSchema = z.object({ allergy_note: paragraphSchema.max(MAX_ALLERGY_NOTE) });

export const cartReferenceSchema = z.object({ id: idSchema, venue_id: idSchema, state: z.literal('new') });

/** `PUT /queues/cancel/{orderId}`. */
export const cancelOrderSchema = z.object({
  reason: paragraphSchema.min(1, { error: () => t('Please give a reason.') }).max(MAX_REASON),
});
