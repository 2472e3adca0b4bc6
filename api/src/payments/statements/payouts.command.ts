/** Records what a hall has paid to its stalls. The money itself moves at the bank. */
import { createHash } from 'node:crypto';
import type { Trx } from 'core/database/kysely';
import { conflict, invalid, notFound } from 'core/errors';
import { keyReused } from 'core/http/idempotency';
import { sql } from 'kysely';
import { localDay } from 'shared-contracts/rules/dates';
import type { NewPayout } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { actAs } from '../../people/audit/act-as';
import { t } from '../../words';
import { requestedMinor } from '../core/amount';
import { siteIsLive } from '../core/payments-mode';
import { postingsOfPayout } from '../ledger/entry.rules';
import { appendEntry } from '../ledger/ledger.repository';
import { dayOf, refusalOfRange } from '../reports/day-range';
import { presentStatement } from './statement.presenter';
import { statementsOf } from './statement.query';

export interface PayoutInput {
  venue: { id: number; timezone: string };
  payout: NewPayout;
  actorId: number;
  /** Requests with the same key record one payout. */
  key: string;
}

/**
 * Records a payout and books it. Two operators who pay the same statement at once pay it once.
 * @returns its id, also for a repeated request
 * @throws ApiError 404; 409 NOTHING_TO_PAY_OUT, STATEMENT_CHANGED with the statement of now; 422 for days that end before they start or are
 * to come, for a payment before anything was booked, for an amount that is not one of the currency or above what is payable, and for the key of another request
 */
export async function recordPayout(deps: Pick<Deps, 'outbox' | 'clock'>, input: PayoutInput): Promise<number> {
  const { venue, payout, actorId, key } = input;
  const hash = createHash('sha256').update(JSON.stringify(payout)).digest();
  const now = deps.clock.now();
  const today = localDay(now, venue.timezone);
  refuseDays(payout, today);
  return deps.outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    await lockStall(trx, venue.id, payout.vendor_id);
    const earlier = await trx
      .selectFrom('payouts')
      .select(['id', 'request_hash'])
      .where('vendor_id', '=', payout.vendor_id)
      .where('request_key', '=', key)
      .executeTakeFirst();
    if (earlier) {
      if (!earlier.request_hash.equals(hash)) throw keyReused();
      return earlier.id;
    }
    const range = { from: payout.from, to: payout.to };
    const statements = await statementsOf(trx, { venue, range, vendorId: payout.vendor_id });
    const statement = statements.find(({ currency }) => currency === payout.currency);
    if (!statement || statement.payableMinor === 0) {
      throw conflict('NOTHING_TO_PAY_OUT', t('Nothing is owed to this stall for these days.'));
    }
    const { currency } = statement;
    const amountMinor = requestedMinor({ field: 'amount', major: payout.amount, currency });
    const payableMinor = requestedMinor({ field: 'payable', major: payout.payable, currency });
    if (payableMinor !== statement.payableMinor) {
      const message = t('This statement has changed meanwhile. Please check the amount.');
      throw conflict('STATEMENT_CHANGED', message, presentStatement(statement));
    }
    await refuseEarlyPayment(trx, venue, payout);
    if (amountMinor > statement.payableMinor) throw invalid({ amount: [t('This is more than the stall is owed.')] });
    const { id, is_live } = await trx
      .insertInto('payouts')
      .values({
        venue_id: venue.id,
        vendor_id: payout.vendor_id,
        currency: payout.currency,
        is_live: sql<boolean>`${siteIsLive}`,
        from_day: payout.from,
        to_day: payout.to,
        amount_minor: amountMinor,
        paid_on: payout.paid_on,
        reference: payout.reference,
        user_id: actorId,
        request_key: key,
        request_hash: hash,
        created_at: now,
        undone_by: null,
        undo_reason: null,
      })
      .returning(['id', 'is_live'])
      .executeTakeFirstOrThrow();
    await appendEntry(trx, {
      venueId: venue.id,
      currency: payout.currency,
      isLive: is_live,
      cause: 'payout',
      payoutId: id,
      bookedAt: now,
      postings: postingsOfPayout(payout.vendor_id, amountMinor),
    });
    return id;
  });
}

/**
 * Undoes a payout by a correcting entry. The payout stays in the list, with the reason.
 * @throws ApiError 404; 409 PAYOUT_UNDONE
 */
export async function undoPayout(
  deps: Pick<Deps, 'outbox' | 'clock'>,
  { venueId, payoutId, reason, actorId }: { venueId: number; payoutId: number; reason: string; actorId: number },
): Promise<void> {
  const now = deps.clock.now();
  await deps.outbox.transaction(async (trx) => {
    await actAs(trx, actorId);
    const payout = await trx
      .updateTable('payouts')
      .set({ undone_at: now, undone_by: actorId, undo_reason: reason })
      .where('id', '=', payoutId)
      .where('venue_id', '=', venueId)
      .where('undone_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!payout) throw await whyNotUndone(trx, venueId, payoutId);
    await appendEntry(trx, {
      venueId: payout.venue_id,
      currency: payout.currency,
      isLive: payout.is_live,
      cause: 'correction',
      payoutId,
      bookedAt: now,
      postings: postingsOfPayout(payout.vendor_id, -payout.amount_minor),
    });
  });
}

async function whyNotUndone(trx: Trx, venueId: number, payoutId: number) {
  const payout = trx.selectFrom('payouts').select('id').where('id', '=', payoutId).where('venue_id', '=', venueId);
  return (await payout.executeTakeFirst())
    ? conflict('PAYOUT_UNDONE', t('This payout was undone already.'))
    : notFound(t('Payout not found.'));
}

function refuseDays({ from, to, paid_on }: NewPayout, today: string): void {
  const refusal = refusalOfRange({ from, to });
  if (refusal !== null) throw invalid({ to: [refusal] });
  if (to > today) throw invalid({ to: [t('This day is still to come.')] });
  if (paid_on > today) throw invalid({ paid_on: [t('This day is still to come.')] });
}

/** @throws ApiError 422 for a payment before the first day on which anything was booked for the stall */
async function refuseEarlyPayment(trx: Trx, { timezone }: PayoutInput['venue'], payout: NewPayout): Promise<void> {
  const { rows } = await sql<{ first_day: string | null }>`
    select min(${dayOf('entry.booked_at', timezone)}) as first_day
    from ledger_postings posting join ledger_entries entry on entry.id = posting.entry_id
    where posting.vendor_id = ${payout.vendor_id}`.execute(trx);
  const firstDay = rows[0]?.first_day ?? null;
  if (firstDay !== null && payout.paid_on < firstDay) {
    throw invalid({ paid_on: [t('Nothing was booked for this stall yet on this day.')] });
  }
}

/** Two payouts of one stall wait for each other, so that the second one sees the first. @throws ApiError 404 */
async function lockStall(trx: Trx, venueId: number, vendorId: number): Promise<void> {
  const vendor = await trx
    .selectFrom('vendors')
    .select('id')
    .where('id', '=', vendorId)
    .where('venue_id', '=', venueId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!vendor) throw notFound(t('Vendor not found.'));
}
