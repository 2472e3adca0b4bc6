/** Compares the ledger with the provider's own books: what it received, refunded, took as fees, holds for disputes and paid to stalls. */
import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import type { PaymentDeps } from '../providers/payment-deps';
import type { Period, ProviderMovement } from '../providers/payment-provider';
import type { LedgerDifference } from './check-ledger';

/** The money of one payment in one currency, by the provider or by the ledger. Minor units. */
export interface PaymentMoney {
  receivedMinor: number;
  refundedMinor: number;
  /** This includes the provider's fees for disputes. */
  feesMinor: number;
  disputedMinor: number;
  /** The amount that the provider paid to the stalls' own accounts. */
  transferredMinor: number;
}

export interface BookedMoney extends PaymentMoney {
  attemptId: number;
  paymentNumber: string;
  currency: string;
  /** False while no fee was told: then none is compared. */
  hasToldFee: boolean;
  /** True if the payment may not be in the provider's books yet: a few days old at most, and its fee is not told. */
  mayBePending: boolean;
  /** Refunds that the provider has not been asked for yet, or whose outcome is unknown. */
  refundsUnderWayMinor: number;
  /** Transfers less reversals that the provider has not made yet, or whose outcome is unknown. */
  transfersUnderWayMinor: number;
}

/** After this time a payment is in the provider's books. */
const PENDING = '7 days';

const NOTHING: PaymentMoney = {
  receivedMinor: 0,
  refundedMinor: 0,
  feesMinor: 0,
  disputedMinor: 0,
  transferredMinor: 0,
};
/** The end of all movements so far. The provider's clock may be ahead of ours. */
export const tomorrow = (now: Date): Date => new Date(now.getTime() + 24 * 3_600_000);

const keyOf = (reference: string, currency: string) => `${reference} ${currency}`;

/**
 * Sums the movements of each payment and currency.
 * @returns by 'reference currency'; movements without a payment, such as payouts to the account's bank, are left out
 */
export function moneyByPayment(movements: Iterable<ProviderMovement>): Map<string, PaymentMoney> {
  const sums = new Map<string, PaymentMoney>();
  for (const { reference, currency, kind, amountMinor, feeMinor } of movements) {
    if (reference === null) continue;
    const key = keyOf(reference, currency);
    const sum = sums.get(key) ?? NOTHING;
    sums.set(key, {
      receivedMinor: sum.receivedMinor + (kind === 'payment' ? amountMinor : 0),
      refundedMinor: sum.refundedMinor - (kind === 'refund' ? amountMinor : 0),
      feesMinor: sum.feesMinor + feeMinor - (kind === 'fee' ? amountMinor : 0),
      disputedMinor: sum.disputedMinor - (kind === 'dispute' ? amountMinor : 0),
      transferredMinor: sum.transferredMinor - (kind === 'transfer' ? amountMinor : 0),
    });
  }
  return sums;
}

/** Compares payment by payment. Both maps have the keys of `moneyByPayment`. */
export function differencesOf(
  told: ReadonlyMap<string, PaymentMoney>,
  booked: ReadonlyMap<string, BookedMoney>,
  provider: string,
): LedgerDifference[] {
  const found: LedgerDifference[] = [];
  const compare = (key: string, own: BookedMoney | undefined, theirs: PaymentMoney) => {
    const [reference = '', currency = ''] = key.split(' ');
    const pairs: [LedgerDifference['kind'], number, number][] = [
      ['provider', own?.receivedMinor ?? 0, theirs.receivedMinor],
      ['refund', (own?.refundedMinor ?? 0) - (own?.refundsUnderWayMinor ?? 0), theirs.refundedMinor],
      [
        'fee',
        own?.feesMinor ?? 0,
        own?.hasToldFee === false && theirs.feesMinor === 0 ? (own.feesMinor ?? 0) : theirs.feesMinor,
      ],
      ['dispute', own?.disputedMinor ?? 0, theirs.disputedMinor],
      ['transfer', (own?.transferredMinor ?? 0) - (own?.transfersUnderWayMinor ?? 0), theirs.transferredMinor],
    ];
    for (const [kind, bookedMinor, expectedMinor] of pairs) {
      if (bookedMinor === expectedMinor) continue;
      const { attemptId = null, paymentNumber = null } = own ?? {};
      found.push({
        kind,
        attemptId,
        paymentNumber,
        provider,
        reference,
        refundId: null,
        currency,
        bookedMinor,
        expectedMinor,
      });
    }
  };
  for (const [key, theirs] of told) compare(key, booked.get(key), theirs);
  for (const [key, own] of booked) if (!told.has(key) && !own.mayBePending) compare(key, own, NOTHING);
  return found;
}

interface CheckedAccount {
  venueId: number;
  /** Payments that were settled in this period. */
  period: Period;
}

/**
 * Reads the provider's books of a venue from the first day on, and compares the payments that were settled in the period.
 * @returns null if the provider tells nothing
 * @throws ProviderError if it cannot be asked
 */
export async function checkProvider(
  deps: Pick<PaymentDeps, 'db' | 'exportDb' | 'clock' | 'providers'>,
  { venueId, period }: CheckedAccount,
): Promise<LedgerDifference[] | null> {
  const { payment_provider } = await deps.db
    .selectFrom('venues')
    .select('payment_provider')
    .where('id', '=', venueId)
    .executeTakeFirstOrThrow();
  const provider = deps.providers.named(payment_provider);
  if (!provider.movements) return null;
  const merchant = await deps.providers.merchant(venueId, provider.name);
  const movements: ProviderMovement[] = [];
  for await (const movement of provider.movements(merchant, {
    since: period.since,
    until: tomorrow(deps.clock.now()),
  })) {
    // Paystack pays the shares of a split with the payment, and rounds them itself, so only transfers after a payment are compared.
    if (movement.kind !== 'transfer' || provider.transfer) movements.push(movement);
  }
  const question = {
    venueId,
    provider: provider.name,
    hasTransfers: provider.transfer !== undefined,
    period,
    now: deps.clock.now(),
  };
  const booked = await bookedMoney(deps.exportDb, question);
  const references = movements.flatMap(({ reference }) => reference ?? []);
  const others = await otherPayments(deps.exportDb, references, question);
  const told = moneyByPayment(movements.filter(({ reference }) => reference !== null && !others.has(reference)));
  // Refunds and disputes of payments from before the period are in these books without their payment.
  for (const [key, money] of told) if (money.receivedMinor === 0 && !booked.has(key)) told.delete(key);
  return differencesOf(told, booked, provider.name);
}

interface Question extends CheckedAccount {
  provider: string;
  hasTransfers: boolean;
  now: Date;
}

async function bookedMoney(db: Queryable, question: Question): Promise<Map<string, BookedMoney>> {
  const { venueId, provider, hasTransfers, period } = question;
  const { rows } = await sql<BookedMoney & { reference: string }>`
    select attempt.reference, attempt.id as "attemptId", carts.payment_number as "paymentNumber", entry.currency,
      coalesce(sum(posting.amount_minor) filter (where account = 'provider' and posting.line = 'received'), 0)::bigint as "receivedMinor",
      coalesce(-sum(posting.amount_minor) filter (where account = 'provider' and posting.line = 'refunded'), 0)::bigint as "refundedMinor",
      coalesce(-sum(posting.amount_minor) filter (where account = 'fees'), 0)::bigint as "feesMinor",
      coalesce(-sum(posting.amount_minor) filter (where account = 'disputes'), 0)::bigint as "disputedMinor",
      coalesce(-sum(posting.amount_minor) filter (where account = 'payouts' and entry.cause = 'transfer' and ${hasTransfers}), 0)::bigint as "transferredMinor",
      coalesce(bool_or(entry.cause = 'fee' and not entry.is_estimated), false) as "hasToldFee",
      attempt.settled_at > ${question.now}::timestamptz - ${PENDING}::interval
        and not coalesce(bool_or(entry.cause = 'fee' and not entry.is_estimated), false) as "mayBePending",
      coalesce((select sum(refund.amount_minor) from order_refunds refund where refund.attempt_id = attempt.id
        and refund.state in ('wanted', 'asked', 'unclear') and entry.currency = attempt.currency), 0)::bigint as "refundsUnderWayMinor",
      coalesce((select sum(case when reverses is null then transfers.amount_minor else -transfers.amount_minor end) from transfers
        where transfers.attempt_id = attempt.id and transfers.state in ('wanted', 'asked')
          and entry.currency = attempt.currency), 0)::bigint as "transfersUnderWayMinor"
    from payment_attempts attempt join carts on carts.id = attempt.cart_id
      join ledger_entries entry on entry.attempt_id = attempt.id
      join ledger_postings posting on posting.entry_id = entry.id
    where attempt.venue_id = ${venueId} and attempt.provider = ${provider}
      and attempt.settled_at >= ${period.since} and attempt.settled_at < ${period.until}
    group by attempt.id, carts.payment_number, entry.currency`.execute(db);
  return new Map(rows.map(({ reference, ...money }) => [keyOf(reference, money.currency), money]));
}

/** Returns which of these payments this check leaves out: those of other venues with the same account, and of other days. */
async function otherPayments(db: Queryable, references: readonly string[], question: Question): Promise<Set<string>> {
  const { venueId, provider, period } = question;
  const { rows } = await sql<{ reference: string }>`
    select reference from payment_attempts
    where provider = ${provider} and reference = any(${[...references]}::text[]) and settled_at is not null
      and (venue_id <> ${venueId} or settled_at < ${period.since} or settled_at >= ${period.until})`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}
