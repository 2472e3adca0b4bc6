/** Replays a recorded or simulated day, and compares the estimates of the rule with the real times. */
import {
  type DoneOrder,
  MOST_ORDERS,
  paceOf,
  type Stall,
  shownMinutes,
  type Timed,
  WINDOW_MS,
  waitOf,
  waitOfNext,
} from './waiting.rules';

const MINUTE_MS = 60_000;

export interface Errors {
  /** The number of questions. */
  asked: number;
  /** The number of estimates. */
  answered: number;
  /** Mean absolute error in minutes. */
  mae: number;
  /** The share of estimates with an error of at most three minutes. */
  within3: number;
}

/** Counts the orders that were waiting when each order of the day was placed. */
export const withAhead = (day: readonly Timed[]): DoneOrder[] =>
  day.map((order) => ({
    ...order,
    ahead: day.filter(({ placedAt, doneAt }) => placedAt < order.placedAt && doneAt > order.placedAt).length,
  }));

/** Returns the records that the database has at a moment. */
export function momentOf(day: readonly DoneOrder[], now: number): Stall {
  return {
    done: day
      .filter(({ doneAt }) => doneAt <= now && doneAt > now - WINDOW_MS)
      .sort((one, other) => other.doneAt - one.doneAt)
      .slice(0, MOST_ORDERS),
    waiting: day.filter(({ placedAt, doneAt }) => placedAt < now && doneAt > now).map(({ placedAt }) => placedAt),
    now,
  };
}

/** Asks for the estimate of the vendor list when each order is placed. */
export function replayList(day: readonly Timed[]): Errors {
  const orders = withAhead(day);
  return summary(
    orders.map(({ placedAt, doneAt }) => {
      const stall = momentOf(orders, placedAt);
      const pace = paceOf(stall.done);
      return pace && errorOf(waitOfNext(pace, stall), doneAt - placedAt);
    }),
  );
}

/** Asks for the estimate on the page of each waiting order every two minutes. */
export function replayOrders(day: readonly Timed[]): Errors {
  const orders = withAhead(day);
  return summary(
    orders.flatMap(({ placedAt, doneAt }) =>
      Array.from({ length: Math.ceil((doneAt - placedAt) / (2 * MINUTE_MS)) }, (_, index) => {
        const now = placedAt + 1 + index * 2 * MINUTE_MS;
        const stall = momentOf(orders, now);
        const pace = paceOf(stall.done);
        const wait = pace && waitOf(pace, stall, placedAt);
        return wait === null ? null : errorOf(wait, doneAt - now);
      }),
    ),
  );
}

/** Returns estimates with the median of the same orders, for comparison. */
export function replayMedian(day: readonly Timed[]): Errors {
  const orders = withAhead(day);
  return summary(
    orders.map(({ placedAt, doneAt }) => {
      const { done } = momentOf(orders, placedAt);
      const took = done.map((order) => order.doneAt - order.placedAt).sort((one, other) => one - other);
      return took.length < 5 ? null : errorOf(took[Math.floor(took.length / 2)] ?? 0, doneAt - placedAt);
    }),
  );
}

export function together(all: readonly Errors[]): Errors {
  const total = (of: (errors: Errors) => number) => all.reduce((sum, errors) => sum + of(errors), 0);
  const answered = total((errors) => errors.answered);
  return {
    asked: total(({ asked }) => asked),
    answered,
    mae: total((errors) => errors.mae * errors.answered) / answered,
    within3: total((errors) => errors.within3 * errors.answered) / answered,
  };
}

/** Returns the error in minutes, because minutes are shown. */
const errorOf = (waitMs: number, tookMs: number) => Math.abs(shownMinutes(waitMs) - tookMs / MINUTE_MS);

function summary(errors: readonly (number | null)[]): Errors {
  const answeredErrors = errors.filter((error) => error !== null);
  return {
    asked: errors.length,
    answered: answeredErrors.length,
    mae:
      answeredErrors.length === 0 ? 0 : answeredErrors.reduce((sum, error) => sum + error, 0) / answeredErrors.length,
    within3:
      answeredErrors.length === 0 ? 0 : answeredErrors.filter((error) => error <= 3).length / answeredErrors.length,
  };
}
