/**
 * Decides what the provider has to transfer to a stall's own account for a payment, and what it has to take back. Amounts are minor units.
 * docs/reference/ledger.md has a worked example.
 */
import type { TransferState } from 'core/database/types';
import type { BookedPosting, Posting } from './entry.rules';

/** A transfer of a payment to one stall, or a reversal of it. */
export interface PlannedTransfer {
  id: number;
  amountMinor: number;
  /** The id of the transfer that it takes back; null for a transfer. */
  reverses: number | null;
  state: TransferState;
}

/** The stall may have at least and at most this much of the payment in its account. */
export interface TransferBounds {
  leastMinor: number;
  mostMinor: number;
}

export type TransferStep =
  | { do: 'void'; id: number }
  | { do: 'change'; id: number; amountMinor: number }
  | { do: 'add'; reverses: number | null; amountMinor: number };

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Returns what a stall is owed for a payment. While a dispute is open, what it holds back is not transferred, and not taken back either: only a
 * lost dispute takes it back.
 * @param booked what is booked for the payment, in its currency
 * @param stepMinor the provider transfers multiples of this amount
 * @example
 * boundsOf(booked, 1, { hasOpenDispute: false, stepMinor: 1 }); // { leastMinor: 950, mostMinor: 950 }
 */
export function boundsOf(
  booked: readonly BookedPosting[],
  vendorId: number,
  { hasOpenDispute, stepMinor }: { hasOpenDispute: boolean; stepMinor: number },
): TransferBounds {
  const own = booked.filter((each) => each.vendorId === vendorId && each.cause !== 'transfer');
  const owedBy = (postings: readonly BookedPosting[]) => {
    const minor = Math.max(0, -sum(postings.map(({ amountMinor }) => amountMinor)));
    return minor - (minor % stepMinor);
  };
  const leastMinor = owedBy(own);
  if (!hasOpenDispute) return { leastMinor, mostMinor: leastMinor };
  return { leastMinor, mostMinor: Math.max(leastMinor, owedBy(own.filter(({ cause }) => cause !== 'dispute'))) };
}

/** Transfers in these states count: they were made, or will be. */
const COUNTED: readonly TransferState[] = ['wanted', 'asked', 'done'];

/** Returns what the stall has of the payment in its account, once all that is under way has been made. */
export function transferredOf(transfers: readonly PlannedTransfer[]): number {
  const counted = transfers.filter(({ state }) => COUNTED.includes(state));
  return sum(counted.map(({ reverses, amountMinor }) => (reverses === null ? amountMinor : -amountMinor)));
}

/**
 * Returns the steps that lead to what the stall is owed. There is one open transfer or reversal at a time. One that the provider was asked for
 * stays as it is until its outcome is known; one that it was not asked for, or has refused, changes or goes.
 * @param canTransfer false if the stall has no account any more
 * @example
 * stepsOf([], { leastMinor: 950, mostMinor: 950 }, { canTransfer: true }); // [{ do: 'add', reverses: null, amountMinor: 950 }]
 */
export function stepsOf(
  transfers: readonly PlannedTransfer[],
  { leastMinor, mostMinor }: TransferBounds,
  { canTransfer }: { canTransfer: boolean },
): TransferStep[] {
  if (transfers.some(({ state }) => state === 'asked')) return [];
  const made = transfers.filter(({ state }) => state === 'done');
  const open = transfers.find(({ state }) => state === 'wanted' || state === 'refused');
  const madeMinor = transferredOf(made);
  const needed =
    madeMinor < leastMinor
      ? { reverses: null, amountMinor: canTransfer ? leastMinor - madeMinor : 0 }
      : reversalOf(made, madeMinor - mostMinor);
  const isByHand = transfers.some(
    ({ state, reverses }) => state === 'by-hand' && (reverses === null) === (needed?.reverses === null),
  );
  if (!needed || needed.amountMinor <= 0 || isByHand) return open ? [{ do: 'void', id: open.id }] : [];
  if (open?.reverses !== needed.reverses) {
    return [...(open ? [{ do: 'void' as const, id: open.id }] : []), { do: 'add', ...needed }];
  }
  return open.amountMinor === needed.amountMinor
    ? []
    : [{ do: 'change', id: open.id, amountMinor: needed.amountMinor }];
}

/** Takes back from the newest transfer that has anything left. The rest follows when this is done. */
function reversalOf(
  made: readonly PlannedTransfer[],
  amountMinor: number,
): { reverses: number; amountMinor: number } | null {
  const leftOf = ({ id, amountMinor: whole }: PlannedTransfer) =>
    whole - sum(made.filter(({ reverses }) => reverses === id).map((each) => each.amountMinor));
  const newest = made.filter((each) => each.reverses === null && leftOf(each) > 0).at(-1);
  return newest ? { reverses: newest.id, amountMinor: Math.min(amountMinor, leftOf(newest)) } : null;
}

/** The postings of what the stalls have of a payment in their own accounts. */
export function postingsOfTransfers(transferred: readonly { vendorId: number; amountMinor: number }[]): Posting[] {
  const common = { orderId: null, line: 'transfer' as const };
  const made = transferred.filter(({ amountMinor }) => amountMinor !== 0);
  return [
    ...made.map((each) => ({ account: 'stall' as const, ...common, ...each })),
    ...(made.length > 0
      ? [
          {
            account: 'payouts' as const,
            vendorId: null,
            ...common,
            amountMinor: -sum(made.map((each) => each.amountMinor)),
          },
        ]
      : []),
  ];
}
