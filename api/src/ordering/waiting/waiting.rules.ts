/**
 * Estimates how long an order takes at a stall, from the stall's last orders and its queue.
 *
 * A stall makes so many orders at once, and finishes one every so often: an order with fewer before it takes as long as a round, one
 * with more waits for its place. Both numbers are those that explain the last orders best. docs/decisions/waiting-times.md says what else was tried.
 */

/** An order that is done: ms since some moment, the same for all. */
export interface Timed {
  placedAt: number;
  doneAt: number;
}

export interface DoneOrder extends Timed {
  /** Orders that were placed before it, and were not done as it was placed. */
  ahead: number;
}

/** The records of a stall at a moment. */
export interface Stall {
  /** The latest of the window that are done, in any order. */
  done: readonly DoneOrder[];
  /** When each order was placed that is not done. */
  waiting: readonly number[];
  now: number;
}

export interface Pace {
  /** From one finished order to the next, while there are any to make. */
  intervalMs: number;
  /** Orders that are made at the same time. */
  atOnce: number;
  /** An order that waits longer is no part of the queue: its Done was forgotten. */
  forgottenAfterMs: number;
}

const MINUTE_MS = 60_000;

/** Older orders reflect another hour's queue and cooks. */
export const WINDOW_MS = 60 * MINUTE_MS;
/** The latest so many: more of them follow a rush too slowly. */
export const MOST_ORDERS = 12;
const FEWEST_ORDERS = 5;

const AT_ONCE = [1, 2, 3, 4, 5, 6, 8, 10] as const;
/** The most that one order counts for when two numbers are compared: a Done that was forgotten is no reason to choose either. */
const MOST_ERROR_MS = 10 * MINUTE_MS;
/** A pace is shown if it would have predicted so many of the stall's last orders, to so much. */
const TRUSTED_SHARE = 0.7;
const TRUSTED_MS = 3 * MINUTE_MS;

/** The pace of a stall; null before it can be trusted: with too few orders, or with orders that differ too much. */
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

/** Ms from now until an order is done that would be placed now. */
export function waitOfNext(pace: Pace, stall: Stall): number {
  return pace.intervalMs * places(queueOf(pace, stall).length, pace.atOnce);
}

/** Ms from now until an order that waits is done; null for one that should be done long since. */
export function waitOf(pace: Pace, stall: Stall, placedAt: number): number | null {
  const { intervalMs, atOnce, forgottenAfterMs } = pace;
  const { done, now } = stall;
  if (now - placedAt > forgottenAfterMs) return null;
  const ahead = queueOf(pace, stall).filter((other) => other < placedAt).length;
  if (ahead >= atOnce) return intervalMs * (ahead + 1);
  // It is being made, since it was placed or since so many of those before it were done that its turn came.
  const doneBefore = done
    .filter((other) => other.placedAt < placedAt && other.doneAt > placedAt)
    .map(({ doneAt }) => doneAt)
    .sort((one, other) => one - other);
  const begunAt = doneBefore[doneBefore.length + ahead - atOnce] ?? placedAt;
  const roundMs = intervalMs * atOnce;
  return Math.max(SHORTEST_REST * roundMs, roundMs - (now - begunAt));
}

/** The least part of a round that is left: an order that takes longer than the others is not done in this moment. */
const SHORTEST_REST = 0.25;

/** When those that wait were placed, without those whose Done was forgotten. */
const queueOf = ({ forgottenAfterMs }: Pace, { waiting, now }: Stall): number[] =>
  waiting.filter((placedAt) => now - placedAt <= forgottenAfterMs);

/** Each minute up to this one is shown. */
const EXACT_MINUTES = 20;

/** 'about 8 min': whole minutes, fives where they are many, at least one. */
export function shownMinutes(waitMs: number): number {
  const minutes = Math.max(1, Math.round(waitMs / MINUTE_MS));
  return minutes <= EXACT_MINUTES ? minutes : Math.round(minutes / 5) * 5;
}

/** Intervals until an order is done with so many before it. */
const places = (ahead: number, atOnce: number) => Math.max(atOnce, ahead + 1);

const errorOf = (errors: readonly number[]) => errors.reduce((sum, error) => sum + Math.min(error, MOST_ERROR_MS), 0);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
