/** Reads and changes the money of a hall. The API lets its operators do both, and an owner read the statement of their own stall. */
import { useCallback } from 'react';
import { ApiError, api } from 'shared-contracts/client';
import { fillPath, invalidate, useResource, useServerNow } from 'shared-contracts/query';
import { localDay } from 'shared-contracts/rules/dates';
import type { Envelope, NewPayout, Statement, Venue } from 'shared-contracts/types';
import { codedAmount, moneyFormatter } from './amounts.rules';
import type { Period } from './period.rules';

const statementsPath = (venueId: string) => fillPath('/venues/:venueId/statements', { venueId });
const ledgerPath = (venueId: string) => fillPath('/venues/:venueId/ledger', { venueId });

export interface Statements {
  data: Statement[];
  days: { from: string; to: string; timezone: string };
}

export interface HallClock {
  timeZone: string;
  /** The hall's present day, 'YYYY-MM-DD'. */
  today: string;
}

/** Returns the time of the hall; undefined until it is known. The device's time zone stands in if the hall's cannot be read. */
export function useHallClock(venueId: string): HallClock | undefined {
  const venue = useResource<Envelope<Venue>, string>(
    fillPath('/venues/:venueId', { venueId }),
    {},
    { select: ({ data }) => data.timezone },
  );
  const now = new Date(useServerNow());
  if (venue.isPending) return undefined;
  const timeZone = venue.data ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { timeZone, today: localDay(now, timeZone) };
}

/** Formats an amount in a currency, in major units. */
export type FormatAmount = (amount: number, currency: string) => string;

/** Writes amounts in the hall's currency with its sign, and others, which the hall had before, with their code. */
export function useAmounts(venueId: string): FormatAmount {
  const { data } = useResource<Envelope<Venue>, Venue>(
    fillPath('/venues/:venueId', { venueId }),
    {},
    { select: (body) => body.data },
  );
  const [code, sign] = [data?.currency, data?.currency_symbol];
  return useCallback(
    (amount, currency) =>
      currency === code && sign !== undefined
        ? moneyFormatter({ currency, currency_symbol: sign })(amount)
        : codedAmount(amount, currency),
    [code, sign],
  );
}

/** The API wants both days. Nothing is requested before they are known. */
const NO_PERIOD: Period = { from: '', to: '' };

/** @param period undefined while the hall's present day is unknown */
export function useStatements(venueId: string, period: Period | undefined, vendorId?: string) {
  return useResource<Statements, Statements>(
    statementsPath(venueId),
    { ...(period ?? NO_PERIOD), ...(vendorId !== undefined && { vendor: vendorId }) },
    { enabled: period !== undefined, select: readList },
  );
}

/** Refuses a body without a list, which comes from some network in between. */
export function readList<Body extends { data: unknown[] }>(body: Body): Body {
  if (!Array.isArray((body as Partial<Body>).data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return body;
}

/** Fetches statements and the ledger again after a change of the money. */
export async function refreshMoney(venueId: string): Promise<void> {
  await Promise.all([invalidate(statementsPath(venueId)), invalidate(ledgerPath(venueId))]);
}

/** Records a payout. @param key requests with the same key record one payout */
export async function recordPayout(venueId: string, payout: NewPayout, key: string): Promise<void> {
  const path = fillPath('/venues/:venueId/payouts', { venueId });
  await api().post(path, payout, { headers: { 'Idempotency-Key': key } });
  await refreshMoney(venueId);
}

export async function undoPayout(venueId: string, payoutId: number, reason: string): Promise<void> {
  await api().post(fillPath('/venues/:venueId/payouts/:payoutId/undo', { venueId, payoutId: String(payoutId) }), {
    reason,
  });
  await refreshMoney(venueId);
}
