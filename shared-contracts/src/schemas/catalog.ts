import { z } from 'zod';
import { idSchema, many, moneySchema, statusSchema } from './shared';

export const paymentProviderSchema = z.enum(['Stripe', 'Global', 'Paystack']);
export const deliveryMethodSchema = z.enum(['collect', 'deliver']);
export const deliveryMethodTypeSchema = z.enum(['collect', 'table', 'room', 'address']);

export const venueSchema = z.object({
  id: idSchema,
  name: z.string(),
  blurb: z.string(),
  image_url: z.string(),
  currency: z.string().length(3),
  currency_symbol: z.string(),
  timezone: z.string(),
  payment_provider: paymentProviderSchema,
  payment_provider_key: z.string(),
});

/** What the code on a table leads to. */
export const scannedTableSchema = z.object({ venue: z.object({ id: idSchema, name: z.string() }), name: z.string() });

export const variantSchema = z.object({ id: idSchema, name: z.string(), price: moneySchema, status: statusSchema });

export const optionSchema = z.object({ id: idSchema, name: z.string(), price: moneySchema, status: statusSchema });

export const optionGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  min_select: z.int().nonnegative(),
  max_select: z.int().positive().nullable(),
  options: many(optionSchema),
});

export const itemSchema = z.object({
  id: idSchema,
  vendor_id: idSchema,
  name: z.string(),
  description: z.string(),
  image_url: z.string().nullable(),
  /** The picture of the item's own page; null where there is none. */
  hero_url: z.string().nullable(),
  /** What the picture shows, in words; empty where it is decoration. Absent in responses of earlier APIs. */
  image_alt: z.string().optional(),
  status: statusSchema,
  /** The default variant. */
  master: variantSchema,
  variants: many(variantSchema),
  option_groups: many(optionGroupSchema),
  group: z.object({ id: idSchema, name: z.string(), option_groups: many(optionGroupSchema) }),
});

/** An item as a menu lists it: all but its group, which is the one that holds it. */
export const menuItemSchema = itemSchema.omit({ group: true });

export const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  items: many(menuItemSchema),
  option_groups: many(optionGroupSchema),
});

export const menuSchema = z.object({ id: idSchema, name: z.string(), groups: many(groupSchema) });

export const paystackAccountSchema = z.object({ subaccount_code: z.string() });

/** When an order counts as late and as very late at a stall, in minutes since it was made. */
export const latenessSchema = z
  .object({ late_after_minutes: z.int().min(1), very_late_after_minutes: z.int().max(600) })
  .refine((it) => it.late_after_minutes < it.very_late_after_minutes, {
    path: ['very_late_after_minutes'],
    error: 'Very late comes after late.',
  });

/** A vendor as the list of a venue gives it, without menus. */
export const vendorSummarySchema = z.object({
  id: idSchema,
  venue_id: idSchema,
  name: z.string(),
  blurb: z.string(),
  image_url: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  delivery_method_types: z.array(deliveryMethodTypeSchema),
  paystack_account: paystackAccountSchema.nullable(),
  accepting_orders: z.boolean(),
  /** Null: one step, of 20 minutes. Absent in responses of earlier APIs. */
  lateness: latenessSchema.nullable().optional(),
});

export const vendorSchema = vendorSummarySchema.extend({ menus: many(menuSchema) });

/** The fields that a vendor changes: its switch for new orders, and its two steps of lateness; null for the default step. */
export const acceptingChangeSchema = z
  .object({ accepting_orders: z.boolean(), lateness: latenessSchema.nullable() })
  .partial()
  .refine((it) => Object.values(it).some((value) => value !== undefined), 'Nothing is to be changed.');

export const statusChangeSchema = z.object({ status: statusSchema });
export const statusChangedSchema = z.object({ id: idSchema, status: statusSchema });
