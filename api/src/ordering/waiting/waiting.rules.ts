/**
 * Estimates the time that an order takes at a stall, from the stall's last orders and its queue.
 *
 * A stall makes several orders at once, and finishes one at regular intervals. An order with fewer than that many orders before it takes
 * one round. Any other order waits for its place. The rule chooses the two numbers that explain the last orders best.
 * docs/decisions/waiting-times.md describes the alternatives.
 */

/** An order that is done. Its times are in ms since a common moment. */
export interface Timed {
  placedAt: number;
  doneAt: number;
}

export interface DoneOrder extends Timed {
  /** The number of orders that were placed before this one and not yet done when it was placed. */
  ahead: number;
}

/** The records of a stall at a moment. */
export interface Stall {
  /** The latest done orders of the window, in any order. */
  done: readonly DoneOrder[];
  /** The times at which the orders that are not done were placed. */
  waiting: readonly number[];
  now: number;
}

export interface Pace {
  /** The time from one finished order to the next while orders are waiting. */
  intervalMs: number;
  /** The number of orders that are made at the same time. */
  atOnce: number;
  /** An order that waits longer does not count as part of the queue, because the staff forgot to tap Done. */
  forgottenAfterMs: number;
}

const MINUTE_MS = 60_000;

/** Older orders reflect another hour's queue and cooks. */
export const WINDOW_MS = 60 * MINUTE_MS;
/** The number of latest orders. With more of them the estimate follows a rush too slowly. */
export const MOST_ORDERS = 12;
const FEWEST_ORDERS = 5;

const AT_ONCE = [1, 2, 3, 4, 5, 6, 8, 10] as const;
/** The error of one order counts up to this limit when two numbers are compared, so that a forgotten Done does not decide the choice. */
const MOST_ERROR_MS = 10 * MINUTE_MS;
/** A pace is shown only if it would have predicted this share of the stall's last orders with at most this error. */
const TRUSTED_SHARE = 0.7;
const TRUSTED_MS = 3 * MINUTE_MS;

/** Returns the pace of a stall, or null while it cannot be trusted: there are too few orders, or they differ too much. */
export function paceOf(done: readonly DoneOrder[]): Pace | null {
  if (done.length < FEWEST_ORDERS) return null;
  const orders = done.map(({ placedAt, doneAt, ahead }) => ({ tookMs: Math.max(0, doneAt - placedAt), ahead }));
  const fits = AT_ONCE.map((atOnce) => {
    const intervalMs = median(orders.map(({ tookMs, ahead }) => tookMs / places(ahead, atOnce)));
    const errors = orders.map(({ tookMs, ahead }) => Math.abs(tookMs - intervalMs * places(ahead, atOnce)));
    return { intervalMs, atOnce, errors };
  });
  const best = fits.reduce((one, other) => (errorOf(other.errors) < errorOf(one.errors) ? other : one));
  const right = best.errors.filter((error) => error <= TRUSTED_MS).length;
  if (right < TRUSTED_SHARE * orders.length) return null;
  const longestMs = Math.max(...orders.map(({ tookMs }) => tookMs));
  return { intervalMs: best.intervalMs, atOnce: best.atOnce, forgottenAfterMs: 2 * longestMs + 5 * MINUTE_MS };
}

/** Returns the ms from now until an order that is placed now will be done. */
export function waitOfNext(pace: Pace, stall: Stall): number {
  return pace.intervalMs * places(queueOf(pace, stall).length, pace.atOnce);
}

/** Returns the ms from now until a waiting order will be done, or null if it should have been done long ago. */
export function waitOf(pace: Pace, stall: Stall, placedAt: number): number | null {
  const { intervalMs, atOnce, forgottenAfterMs } = pace;
  const { done, now } = stall;
  if (now - placedAt > forgottenAfterMs) return null;
  const ahead = queueOf(pace, stall).filter((other) => other < placedAt).length;
  if (ahead >= atOnce) return intervalMs * (ahead + 1);
  // The stall is making this order now. It began when the order was placed, or when enough earlier orders were done.
  const doneBefore = done
    .filter((other) => other.placedAt < placedAt && other.doneAt > placedAt)
    .map(({ doneAt }) => doneAt)
    .sort((one, other) => one - other);
  const begunAt = doneBefore[doneBefore.length + ahead - atOnce] ?? placedAt;
  const roundMs = intervalMs * atOnce;
  return Math.max(SHORTEST_REST * roundMs, roundMs - (now - begunAt));
}

/** The smallest part of a round that an estimate shows as remaining. An order that takes longer than the others is still not done. */
const SHORTEST_REST = 0.25;

/** Returns the times at which the waiting orders were placed, without those whose Done was forgotten. */
const queueOf = ({ forgottenAfterMs }: Pace, { waiting, now }: Stall): number[] =>
  waiting.filter((placedAt) => now - placedAt <= forgottenAfterMs);

/** Minutes up to this number are shown exactly. */
const EXACT_MINUTES = 20;

/** 'about 8 min': whole minutes, at least one. Larger numbers are multiples of five. */
export function shownMinutes(waitMs: number): number {
  const minutes = Math.max(1, Math.round(waitMs / MINUTE_MS));
  return minutes <= EXACT_MINUTES ? minutes : Math.round(minutes / 5) * 5;
}

/** Returns the number of intervals until an order with this many orders ahead is done. */
const places = (ahead: number, atOnce: number) => Math.max(atOnce, ahead + 1);

const errorOf = (errors: readonly number[]) => errors.reduce((sum, error) => sum + Math.min(error, MOST_ERROR_MS), 0);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
