/** Reads entries of the ledger for the screen. */
import type { LedgerEntry } from 'shared-contracts/types';

export type LedgerCause = LedgerEntry['cause'];
export const CAUSES: readonly LedgerCause[] = [
  'payment',
  'refund',
  'fee',
  'dispute',
  'transfer',
  'rent',
  'payout',
  'correction',
];

/** The account that says what an entry is about. Its amounts are money that came in or went out, except for rent, which the hall earns. */
const MAIN_ACCOUNTS: Record<LedgerCause, string> = {
  payment: 'provider',
  refund: 'provider',
  fee: 'fees',
  dispute: 'disputes',
  transfer: 'provider',
  rent: 'stall',
  payout: 'payouts',
  correction: 'payouts',
};

/**
 * Returns the amount of an entry, in major units: positive if money came in, negative if it went out. It is undefined for an entry without its
 * main account.
 */
export function amountOf({ cause, postings }: Pick<LedgerEntry, 'cause' | 'postings'>): number | undefined {
  const own = postings.filter(({ account }) => account === MAIN_ACCOUNTS[cause]);
  const [main = postings[0]] = own;
  return main?.amount;
}

/** Keeps each entry once, the newest first. A page that is fetched again repeats entries that are known. */
export function withEntries(known: readonly LedgerEntry[], page: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = page.filter(({ id }) => !ids.has(id));
  if (added.length === 0) return known;
  return [...known, ...added].sort((one, other) => other.id - one.id);
}

/** Adds the first page. It begins again if none of that page is known, since entries would be missing between. */
export function continuedWith(known: readonly LedgerEntry[], first: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const newest = known[0];
  return newest !== undefined && first.some(({ id }) => id === newest.id) ? withEntries(known, first) : first;
}

/** What the list of entries is narrowed to; empty for all. */
export interface LedgerFilter {
  vendor: string;
  cause: string;
  payment: string;
}

export const parseFilter = (params: URLSearchParams): LedgerFilter => ({
  vendor: /^\d+$/.test(params.get('vendor') ?? '') ? (params.get('vendor') ?? '') : '',
  cause: CAUSES.some((cause) => cause === params.get('cause')) ? (params.get('cause') ?? '') : '',
  payment: (params.get('payment') ?? '').slice(0, 200),
});

/** Returns the filter without what is empty, as the address and the API take it. */
export const queryOf = (filter: LedgerFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** A group of rows that the browser draws at once. It stays the same when newer or older entries join the list. */
export const groupOf = ({ id }: Pick<LedgerEntry, 'id'>): number => Math.floor(id / 100);

/**
 * Splits a list into groups of at most a hundred, so that a browser with thousands of rows has few boxes to skip while it scrolls.
 * @param entries in the order of their ids, the newest first
 */
export function groupsOf<Entry extends Pick<LedgerEntry, 'id'>>(entries: readonly Entry[]): [Entry, ...Entry[]][] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && groupOf(last[0]) === groupOf(entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
