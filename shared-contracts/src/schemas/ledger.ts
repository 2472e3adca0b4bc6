/** The money of a hall: terms, statements of its stalls, payouts, the ledger and its check. Amounts are major units. */
import { z } from 'zod';
import { t } from '../words';
import { idSchema, lineSchema, many, moneySchema, timeSchema } from './shared';

/** An amount that may be negative. In a statement it is what the hall owes the stall more, or less. */
const signedSchema = z.number();
const currencySchema = z.string().length(3);
const stallSchema = z.object({ id: idSchema, name: z.string() });

/** What a stall pays the hall. */
export const vendorTermsSchema = z.object({
  /** Percent of the sales without tax, with at most two decimals. */
  commission_percent: z
    .number()
    .min(0, { error: () => t('A commission is between 0 and 100 %.') })
    .max(100, { error: () => t('A commission is between 0 and 100 %.') })
    .multipleOf(0.01),
  /** For each calendar month. */
  rent: moneySchema,
  /** The first month with rent, as its first day; null without rent. */
  rent_from: z.iso.date().nullable(),
});

/** Who bears the provider's fees, and their rate while the provider does not tell them. */
export const venueTermsSchema = z.object({
  fees_borne_by: z.enum(['stalls', 'hall']),
  fee_percent: z.number().min(0).max(100).multipleOf(0.01),
  fee_fixed: moneySchema,
});

/** The version of the terms that the form was filled from. */
const changedFrom = { version: z.string().max(64) };
export const vendorTermsChangeSchema = vendorTermsSchema.extend(changedFrom);
export const venueTermsChangeSchema = venueTermsSchema.extend(changedFrom);

/** The terms of a hall with those of each of its stalls. */
export const hallTermsSchema = venueTermsSchema.extend({
  currency: currencySchema,
  currency_symbol: z.string(),
  /** A change names it, and is refused with 409 if a colleague was faster. Each stall's terms have their own. */
  version: z.string(),
  vendors: z.array(vendorTermsSchema.extend({ vendor: stallSchema, version: z.string() })),
});

export const payoutSchema = z.object({
  id: idSchema,
  vendor: stallSchema,
  currency: currencySchema,
  /** The days of the statement that it pays. */
  from: z.iso.date(),
  to: z.iso.date(),
  amount: moneySchema,
  paid_on: z.iso.date(),
  /** The number or text of the transfer, as the bank shows it. */
  reference: z.string(),
  /** Who recorded it; null if the account is gone. */
  recorded_by: z.string().nullable(),
  created_at: timeSchema,
  /** Null unless it was undone, by a correcting entry. */
  undone_at: timeSchema.nullable(),
  undo_reason: z.string().nullable(),
});

/** One tax rate of a stall's sales. */
const statementTaxSchema = z.object({
  name: z.string(),
  /** Percent. */
  rate: z.number(),
  /** The prices without tax, less what was refunded. */
  base: signedSchema,
  /** The tax, less what was refunded. */
  amount: signedSchema,
});

/**
 * What a hall owes a stall for some days, in one currency. carried_over + sales + tips + refunds + commission + rent + fees + disputes +
 * transfers + corrections + payouts = owed.
 */
export const statementSchema = z.object({
  vendor: stallSchema,
  currency: currencySchema,
  currency_symbol: z.string(),
  /** The number of paid orders. */
  orders: z.int().nonnegative(),
  /** What was owed before the first day; negative if the stall owed. */
  carried_over: signedSchema,
  /** With their tax. */
  sales: signedSchema,
  tips: signedSchema,
  refunds: signedSchema,
  commission: signedSchema,
  rent: signedSchema,
  /** The stall's part of the provider's fees. */
  fees: signedSchema,
  /** True while the provider has not told some of these fees. */
  has_estimated_fees: z.boolean(),
  disputes: signedSchema,
  /** What the provider itself paid to the stall. */
  transfers: signedSchema,
  corrections: signedSchema,
  /** What the hall paid on these days. */
  payouts: signedSchema,
  owed: signedSchema,
  /** What can be paid out for these days: owed less what was paid later, and at most what is owed today. 0 if the stall owes. */
  payable: moneySchema,
  taxes: z.array(statementTaxSchema),
  /** The payouts for a statement that ends on one of these days. */
  payments: z.array(payoutSchema),
});

export const newPayoutSchema = z.object({
  vendor_id: idSchema,
  currency: currencySchema,
  from: z.iso.date(),
  to: z.iso.date(),
  amount: moneySchema.positive({ error: () => t('Enter an amount above 0.') }),
  /** `payable` of the statement on the screen. If it has changed since, the payout is refused with the new statement. */
  payable: moneySchema,
  paid_on: z.iso.date(),
  reference: lineSchema.min(1, { error: () => t('Enter the reference of the transfer.') }).max(140),
});

export const undonePayoutSchema = z.object({
  reason: lineSchema.min(1, { error: () => t('Enter a reason.') }).max(300),
});

export const ledgerCauseSchema = z.enum([
  'payment',
  'refund',
  'fee',
  'dispute',
  'transfer',
  'rent',
  'payout',
  'correction',
]);

/** An entry of the ledger, with the payment that it comes from. A debit is positive, a credit negative. */
export const ledgerEntrySchema = z.object({
  id: idSchema,
  cause: ledgerCauseSchema,
  booked_at: timeSchema,
  currency: currencySchema,
  is_estimated: z.boolean(),
  /** Null for rent, a payout and their corrections. */
  payment: z
    .object({
      number: z.string(),
      provider: z.string(),
      reference: z.string().nullable(),
      order_ids: z.array(idSchema),
    })
    .nullable(),
  payout_id: idSchema.nullable(),
  postings: z.array(
    z.object({ account: z.string(), vendor: stallSchema.nullable(), line: z.string(), amount: signedSchema }),
  ),
});

/** A difference that the check of the ledger found. */
export const ledgerDifferenceSchema = z.object({
  kind: z.enum(['entry', 'payment', 'sales', 'refund', 'fee', 'dispute', 'transfer', 'payout', 'provider']),
  payment: z
    .object({ number: z.string().nullable(), provider: z.string(), reference: z.string().nullable() })
    .nullable(),
  currency: currencySchema,
  booked: signedSchema,
  expected: signedSchema,
});

/** The result of the check: no differences if the books are right. */
export const ledgerCheckSchema = many(ledgerDifferenceSchema).extend({
  /** 'silent': the provider reports nothing. 'unreachable': it could not be asked, so only the books of the hall were compared. */
  provider: z.enum(['compared', 'silent', 'unreachable']),
  /** The days whose payments were compared with the provider. */
  days: z.object({ from: z.iso.date(), to: z.iso.date(), timezone: z.string() }),
});
