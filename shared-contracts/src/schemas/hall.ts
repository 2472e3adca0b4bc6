/** The office of a hall: what its operators read and change there. */
import { z } from 'zod';
import { t } from '../words';
import { deliveryMethodTypeSchema, openingModeSchema, paymentProviderSchema } from './catalog';
import { idSchema, languageSchema, lineSchema, many, moneySchema, paragraphSchema, timeSchema } from './shared';

/** The version of what the page has loaded. A change names it, and is refused with 409 if somebody else was faster. */
const versionSchema = z.string().max(64);

/** The texts of a stall or a hall in the hall's other languages, by language. */
export const placeTextsSchema = z.record(languageSchema, z.object({ name: z.string(), blurb: z.string() }).partial());

/** A connected account of Stripe. */
export const stripeAccountSchema = z.string().regex(/^acct_[A-Za-z0-9]{1,100}$/, {
  error: () => t('An account of Stripe begins with acct_ and has letters and digits.'),
});

/** `none`: pages show an empty plate with the name. `drawing`: a venue document describes it. */
export const pictureKindSchema = z.enum(['photograph', 'drawing', 'none']);

/** A stall as its hall's operators see it. */
export const hallStallSchema = z.object({
  id: idSchema,
  version: versionSchema,
  name: z.string(),
  blurb: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  delivery_method_types: z.array(deliveryMethodTypeSchema),
  /** The account that Paystack pays. Null in a hall of another provider. */
  subaccount_code: z.string().nullable(),
  /** The connected account that Stripe transfers to. Null if the hall pays the stall itself, and in a hall of another provider. */
  stripe_account: z.string().nullable(),
  texts: placeTextsSchema,
  /** The address of its picture on the site. */
  image_url: z.string(),
  picture: pictureKindSchema,
  /** Whether it takes orders now, by its switch or its hours. */
  is_open: z.boolean(),
  mode: openingModeSchema,
  /** The counts of what it has: items on its menu, people with a role, printers. */
  items: z.int().nonnegative(),
  people: z.int().nonnegative(),
  printers: z.int().nonnegative(),
});

/** `GET /venues/{id}/vendors`: the stalls in the order of the hall's list. */
export const hallStallsSchema = z.object({
  data: z.array(hallStallSchema),
  /** The version of the order of the list. */
  version: versionSchema,
  /** Stalls that were removed while orders refer to them. */
  archived: z.array(z.object({ id: idSchema, name: z.string() })),
  /** The languages of the hall's menus, its first language first. */
  languages: z.array(languageSchema),
  payment_provider: paymentProviderSchema,
  /** What a new stall offers unless its form says otherwise. */
  delivery_method_types: z.array(deliveryMethodTypeSchema),
});

const nameSchema = lineSchema
  .min(1, { error: () => t('Name is required') })
  .max(200, { error: () => t('Name should be at most 200 characters.') });
const blurbSchema = paragraphSchema.max(2_000, { error: () => t('This text should be at most 2,000 characters.') });
const addressSchema = lineSchema.max(200, { error: () => t('This text should be at most 200 characters.') });
const textsChangeSchema = z.record(
  languageSchema,
  z.object({ name: lineSchema.max(200), blurb: paragraphSchema.max(2_000) }).partial(),
);

/** `PUT /vendors/{id}/details`: every field, and the version that the form was filled from. */
export const stallDetailsSchema = z.object({
  version: versionSchema,
  name: nameSchema,
  blurb: blurbSchema,
  address_1: addressSchema,
  address_2: addressSchema,
  city: addressSchema,
  delivery_method_types: z
    .array(deliveryMethodTypeSchema)
    .min(1, { error: () => t('Choose at least one way to receive an order.') }),
  subaccount_code: lineSchema.max(100).nullable(),
  /** Left out by a page that does not know it: it stays. */
  stripe_account: stripeAccountSchema.nullable().optional(),
  texts: textsChangeSchema,
});

/** `PUT /vendors/{id}/picture`: the address of an uploaded picture; null removes the picture. */
export const stallPictureSchema = z.object({ address: z.string().max(100).nullable() });

/** `PUT /venues/{id}/vendors`: all stalls of the list, in their new order. */
export const stallOrderSchema = z.object({ version: versionSchema, ids: z.array(idSchema).min(1).max(1_000) });

const namedSchema = z.object({ id: idSchema, name: z.string() });
const orderNameSchema = z.object({ id: idSchema, order_number: z.string().nullable() });
const takingsSchema = z.object({
  orders: z.int().nonnegative(),
  /** What guests paid: lines, service charge and tax. */
  gross: moneySchema,
});

/** What has been done on the way of a new hall to its first guests. */
export const hallStartSchema = z.object({
  stalls: z.int().nonnegative(),
  items: z.int().nonnegative(),
  tables: z.int().nonnegative(),
  /** Whether anything was ordered and paid, test orders included. */
  has_order: z.boolean(),
  /** Whether guests see the hall. */
  is_open: z.boolean(),
  /** The payments that the site is started for. */
  payments: z.enum(['sandbox', 'test', 'live']),
});

/** What a provider refused to transfer to the account of a stall, or to take back from it. */
export const refusedTransferSchema = z.object({
  vendor: namedSchema,
  amount: moneySchema,
  currency: z.string().length(3),
  currency_symbol: z.string(),
  /** True if it should have been taken back, after a refund or a lost dispute. */
  is_reversal: z.boolean(),
  /** The number of payments. */
  payments: z.int().positive(),
  /** The provider's code of the latest refusal. */
  reason: z.string(),
});

/** `PUT /venues/{id}/refused-transfers/{vendorId}`: tried again, or left to the next payout. */
export const refusedDecisionSchema = z.object({ decision: z.enum(['retry', 'by-hand']) });

/** `GET /venues/{id}/today`: the day so far, in the hall's time zone, and what an operator has to look at. */
export const hallTodaySchema = z.object({
  /** 'YYYY-MM-DD' in the hall's time zone. */
  day: z.iso.date(),
  start: hallStartSchema,
  /** One entry for each currency of the day's orders. Empty before the first order. */
  takings: many(
    takingsSchema.extend({
      currency: z.string().length(3),
      currency_symbol: z.string(),
      refunds: moneySchema,
      /** Each hour from the first order to the last, as the hall's clock shows it. */
      hours: many(takingsSchema.extend({ hour: z.int().min(0).max(23) })),
      stalls: many(takingsSchema.extend({ vendor: namedSchema, refunds: moneySchema })),
    }),
  ),
  /** Stalls of the list that take no orders now. */
  closed: many(z.object({ vendor: namedSchema, mode: openingModeSchema })),
  /** Payments of another amount than was asked, until an operator marks them as seen. */
  mismatches: many(
    z.object({
      id: idSchema,
      customer: z.string(),
      provider: z.string(),
      reference: z.string().nullable(),
      asked: moneySchema,
      asked_currency: z.string(),
      received: moneySchema,
      received_currency: z.string(),
      created_at: timeSchema,
    }),
  ),
  /** Refunds that nobody can be sure of, and those that the provider took back or has not made yet. */
  refunds: many(
    z.object({
      id: idSchema,
      order: orderNameSchema,
      vendor: namedSchema,
      amount: moneySchema,
      currency: z.string(),
      currency_symbol: z.string(),
      state: z.enum(['unclear', 'failed', 'delayed']),
      created_at: timeSchema,
    }),
  ),
  /** Transfers to stalls that the provider refused, until an operator decides about them. */
  refused_transfers: many(refusedTransferSchema),
  /** Orders of the last hours whose ticket has waited for its printer, or could not be printed. */
  unprinted: many(z.object({ order: orderNameSchema, vendor: namedSchema, since: timeSchema })),
});

/** `PUT /venues/{id}/payment-alerts/{alertId}`. */
export const alertSeenSchema = z.object({ is_seen: z.literal(true) });

/** An order in the office's list. */
export const hallOrderSchema = z.object({
  id: idSchema,
  order_number: z.string().nullable(),
  /** Where it is: in the queue, collected or cancelled. */
  state: z.enum(['new', 'busy', 'done', 'collected', 'cancelled']),
  placed_at: timeSchema,
  /** The time zone of the hall, an IANA name. The office shows the times of the order in it. */
  timezone: z.string(),
  vendor: namedSchema,
  customer: z.object({ name: z.string(), email: z.string() }),
  /** 'Collect', or 'Deliver to Table 12', in the reader's language. */
  location: z.string(),
  /** What was paid for it: lines, service charge and tax. */
  total: moneySchema,
  /** The part of it that went back or is on its way back. */
  refunded: moneySchema,
  currency: z.string().length(3),
  currency_symbol: z.string(),
});

/** `GET /venues/{id}/orders`: a page of placed orders, the newest first. */
export const hallOrdersSchema = many(hallOrderSchema).extend({
  /** The order after which the next page begins; null on the last page. */
  next: idSchema.nullable(),
});

/** `GET /orders/{id}/history`: what happened to an order, and how it was paid. */
export const orderHistorySchema = z.object({
  order: hallOrderSchema,
  payment: z
    .object({
      provider: z.string(),
      /** The provider's name of the payment. */
      reference: z.string().nullable(),
      /** The number on the receipt. All orders of a cart share it. */
      payment_number: z.string(),
      /** What the whole cart cost. */
      amount: moneySchema,
      currency: z.string(),
      settled_at: timeSchema.nullable(),
      is_live: z.boolean(),
    })
    .nullable(),
  /** Oldest first. */
  events: many(
    z.object({
      at: timeSchema,
      kind: z.enum([
        'placed',
        'seen',
        'printed',
        'busy',
        'done',
        'collected',
        'undone',
        'notified',
        /** A text message went out. */
        'texted',
        /** The receipt went out by email, also when it was sent again. */
        'receipt-emailed',
        /** An email about a cancellation or a refund went out. */
        'emailed',
        'reprinted',
        'cancelled',
      ]),
      /** The person who did it; null where it is not known. */
      by: z.string().nullable(),
      /** A reason, in the words of the person who gave it. */
      text: z.string(),
    }),
  ),
});
