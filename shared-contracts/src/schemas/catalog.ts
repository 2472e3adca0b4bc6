import { z } from 'zod';
import { t } from '../words';
import { idSchema, languageSchema, many, moneySchema, statusSchema } from './shared';

export const paymentProviderSchema = z.enum(['Stripe', 'Global', 'Paystack']);
export const deliveryMethodSchema = z.enum(['collect', 'deliver']);
export const deliveryMethodTypeSchema = z.enum(['collect', 'table', 'room', 'address']);

/** The fourteen allergens that the EU's regulation 1169/2011 requires to be named. Each word can be shown as it is. */
export const allergenSchema = z.enum([
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
]);

/** The diets that a stall says an item suits. Each word can be shown as it is. */
export const dietSchema = z.enum(['vegetarian', 'vegan', 'halal', 'kosher', 'gluten-free', 'lactose-free']);

/** The language of all its texts. Absent in responses of a server that knows one language. */
const language = languageSchema.optional();

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
  language,
  /** The languages of its menus, its first language first. Absent in responses of a server that knows one language. */
  languages: z.array(languageSchema).optional(),
});

/** The place that the code on a table leads to. */
export const scannedTableSchema = z.object({ venue: z.object({ id: idSchema, name: z.string() }), name: z.string() });

/** When an inactive entry becomes active by itself. Left out if it is active, or inactive until it is switched on. */
const backAt = z.iso.datetime().optional();

/** When the first sold-out entry of the stall becomes active by itself. Left out if none does. */
const nextBackAt = z.iso.datetime().optional();

const priced = { id: idSchema, name: z.string(), price: moneySchema, status: statusSchema, back_at: backAt };

export const variantSchema = z.object(priced);

export const optionSchema = z.object({
  ...priced,
  /** The allergens that it adds to those of the item. Left out if it adds none. */
  allergens: z.array(allergenSchema).optional(),
});

/** The status of a hidden entry. Absent where guests see it. Only members of the vendor get hidden entries. */
const hiddenStatus = statusSchema.optional();

export const optionGroupSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: hiddenStatus,
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
  /** A description of the picture; empty if it is decoration. */
  image_alt: z.string().optional(),
  status: statusSchema,
  back_at: backAt,
  /** The allergens that each order of it has. An empty list says that it has none. Absent if the stall states nothing. */
  allergens: z.array(allergenSchema).optional(),
  /** Left out where there is none. */
  diets: z.array(dietSchema).optional(),
  /** The default variant. */
  master: variantSchema,
  variants: many(variantSchema),
  option_groups: many(optionGroupSchema),
  group: z.object({
    id: idSchema,
    name: z.string(),
    /** It is also present if the group's menu is hidden. */
    status: hiddenStatus,
    option_groups: many(optionGroupSchema),
  }),
  next_back_at: nextBackAt,
  language,
});

/** An item as a menu lists it: without its group, which contains it, and without the fields of the stall. */
export const menuItemSchema = itemSchema.omit({ group: true, next_back_at: true, language: true }).extend({
  /** Its texts in the venue's first language, by which a search also finds it. Absent if the menu is in that language. */
  original: z.object({ name: z.string(), description: z.string() }).optional(),
});

export const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: hiddenStatus,
  items: many(menuItemSchema),
  option_groups: many(optionGroupSchema),
});

export const menuSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: hiddenStatus,
  groups: many(groupSchema),
});

export const paystackAccountSchema = z.object({ subaccount_code: z.string() });

/** When an order counts as late and as very late at a stall, in minutes since it was made. */
export const latenessSchema = z
  .object({ late_after_minutes: z.int().min(1), very_late_after_minutes: z.int().max(600) })
  .refine((it) => it.late_after_minutes < it.very_late_after_minutes, {
    path: ['very_late_after_minutes'],
    error: () => t('Very late comes after late.'),
  });

const MOST_SPANS = 6;
const MOST_EXCEPTIONS = 200;

/** A local time of the venue, 24-hour 'HH:MM'. */
const timeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('A time is four digits, such as 09:30.') });

/** From one time until another. An end at or before the start is on the next day, and '00:00' to '00:00' is the whole day. */
export const spanSchema = z.strictObject({ from: timeSchema, until: timeSchema });

/** The spans of a day, in their order. Only the last one may go on past midnight. */
const daySchema = z
  .array(spanSchema)
  .max(MOST_SPANS, { error: () => t('A day has at most {max} times of opening.', { max: MOST_SPANS }) })
  .refine(
    (spans) =>
      spans.every(({ from, until }, index) => {
        const next = spans[index + 1];
        return !next || (until > from && until <= next.from);
      }),
    { error: () => t('Times of opening follow one another, and only the last of a day goes on past midnight.') },
  );

/** Monday first. A day without a span is closed. */
const weekSchema = z.tuple([daySchema, daySchema, daySchema, daySchema, daySchema, daySchema, daySchema]);

export const scheduleSchema = z.strictObject({
  weekly: weekSchema,
  /** Days whose spans replace those of the week, by local date 'YYYY-MM-DD'. */
  exceptions: z
    .array(z.strictObject({ date: z.iso.date({ error: () => t('This is no date.') }), spans: daySchema.default([]) }))
    .max(MOST_EXCEPTIONS, { error: () => t('There are at most {max} days that differ.', { max: MOST_EXCEPTIONS }) })
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
      error: () => t('Each day that differs is there once.'),
    })
    .default([]),
});

/** A stall's switch: it follows the schedule, or stays open or closed until it is set again. */
export const openingModeSchema = z.enum(['schedule', 'open', 'closed']);

/** Whether a stall takes orders, and when that changes by itself. Null: not within two months. */
export const openingSchema = z.object({
  mode: openingModeSchema,
  changes_at: z.iso.datetime().nullable(),
  /** True if the stall or its hall has a schedule. The switch can then follow it. */
  has_schedule: z.boolean().optional(),
});

/** A stall's own hours. */
export const openingHoursSchema = z.object({
  mode: openingModeSchema,
  /** Null: by the hours of its hall, or always if the hall has none either, unless the switch says closed. */
  schedule: scheduleSchema.nullable(),
  /** Changes with each change of the schedule. */
  version: z.int().nonnegative(),
  /** The hours of its hall, which it follows without a schedule of its own. Null, or absent in earlier responses: the hall has none. */
  hall_schedule: scheduleSchema.nullable().optional(),
});

/** Replaces the schedule that has the version. */
export const openingHoursChangeSchema = openingHoursSchema.omit({ mode: true, hall_schedule: true });

/** The hours of a hall. A stall without a schedule of its own follows them. */
export const hallHoursSchema = z.object({
  /** Null: a stall without a schedule of its own is open unless it is closed by hand. */
  schedule: scheduleSchema.nullable(),
  /** Changes with each change of the schedule. */
  version: z.int().nonnegative(),
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
  /** Whether it takes orders now: by its schedule, or by its switch. */
  accepting_orders: z.boolean(),
  opening: openingSchema.optional(),
  /**
   * In the list of a venue: the minutes that an order takes if it is placed now, estimated from the stall's last orders
   * and its queue, at most 30 s old. Null before there are enough orders for an estimate, and while the stall takes no
   * orders.
   */
  waiting_minutes: z.int().positive().nullable().optional(),
  /** Null: one step, of 20 minutes. */
  lateness: latenessSchema.nullable().optional(),
  language,
});

export const vendorSchema = vendorSummarySchema.extend({
  /** Present if an item states its allergens or its diets. */
  has_diet_facts: z.literal(true).optional(),
  /** The week of its schedule, its own or its hall's, in the venue's local times. Left out where neither has one. */
  weekly_hours: weekSchema.optional(),
  menus: many(menuSchema),
  next_back_at: nextBackAt,
});

/**
 * The fields that a vendor changes: its switch, and its two steps of lateness; null for the default step. Remotes that do not
 * know hours send `accepting_orders` as the switch: true follows the schedule if the stall is open by it now, and opens the
 * stall otherwise.
 */
export const acceptingChangeSchema = z
  .object({ accepting_orders: z.boolean(), opening_mode: openingModeSchema, lateness: latenessSchema.nullable() })
  .partial()
  .refine((it) => it.accepting_orders === undefined || it.opening_mode === undefined, {
    path: ['accepting_orders'],
    error: 'Give the switch or its mode.',
  })
  .refine((it) => Object.values(it).some((value) => value !== undefined), 'Nothing is to be changed.');

/** With `until: 'tomorrow'`, a sold-out entry becomes active at the first opening of the next business day. */
export const statusChangeSchema = z
  .object({ status: statusSchema, until: z.literal('tomorrow').optional() })
  .refine(({ status, until }) => until === undefined || status === 'inactive', {
    path: ['until'],
    error: 'Only what is inactive comes back.',
  });
export const statusChangedSchema = z.object({ id: idSchema, status: statusSchema, back_at: backAt });
