import { z } from 'zod';
import { idSchema, moneySchema } from './shared';

const count = z.int().nonnegative();
const named = z.object({ id: idSchema, name: z.string() });

/** The sales at one rate of tax. */
export const dayTaxSchema = z.object({
  name: z.string(),
  /** In percent. */
  rate: z.number().nonnegative(),
  /** The taxed amount without the tax: lines and service charge. */
  base: moneySchema,
  amount: moneySchema,
  /** The tax in the refunds of the day, which may be of earlier sales. */
  refunded: moneySchema,
});

/** A stall's day in one currency. */
export const dayTotalsSchema = z.object({
  currency: z.string().length(3),
  currency_symbol: z.string(),
  orders: count,
  /** The number of orders that were cancelled since. Their money is among the refunds. */
  cancelled: count,
  /** The number of sold units. */
  items_sold: count,
  /** The lines of the orders, with their tax where it is included. */
  sales: moneySchema,
  /** The orders' portions of the charge, which is the venue's. */
  service_charge: moneySchema,
  /** The taxes that were added to the sales. 0 where prices include tax. */
  tax_added: moneySchema,
  /** The stall's tips. Left out if there are none. */
  tips: moneySchema.optional(),
  /** All taxes of the day, by rate. */
  taxes: z.array(dayTaxSchema),
  /** The amount that customers paid: sales, service charge, added tax, and tips. */
  paid: moneySchema,
  /** The refunds of the day, also of earlier sales. */
  refunds: moneySchema,
  /** paid − refunds */
  net: z.number(),
  /** The most sold first. The entry without an item has the refunds of plain amounts. */
  items: z.array(
    z.object({
      item: named.nullable(),
      quantity: count,
      refunded_quantity: count,
      sales: moneySchema,
      refunds: moneySchema,
    }),
  ),
});

/** `GET /vendors/{id}/day`: what a stall sold on one day of its venue. */
export const dayEndSchema = z.object({
  vendor: named,
  /** The stall's hall. Absent in responses of the baseline's API (1.3.0). */
  venue_id: idSchema.optional(),
  day: z.iso.date(),
  /** The venue's time zone, an IANA name, by which the day begins and ends. */
  timezone: z.string(),
  as_of: z.iso.datetime(),
  /** One for each currency: usually one, none where nothing was sold or refunded. */
  totals: z.array(dayTotalsSchema),
});
