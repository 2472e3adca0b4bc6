/** Asks the rule through a day, a recorded or a simulated one, and compares what it says with what came. */
import {
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
  /** How often it was asked. */
  asked: number;
  /** How often it said something. */
  answered: number;
  /** Mean absolute error in minutes. */
  mae: number;
  /** Of what it said, the share that was right to three minutes. */
  within3: number;
}

/** What the database knows at a moment. */
function momentOf(day: readonly Timed[], now: number): Stall {
  return {
    done: day
      .filter(({ doneAt }) => doneAt <= now && doneAt > now - WINDOW_MS)
      .sort((one, other) => other.doneAt - one.doneAt)
      .slice(0, MOST_ORDERS),
    waiting: day.filter(({ placedAt, doneAt }) => placedAt < now && doneAt > now).map(({ placedAt }) => placedAt),
    now,
  };
}

/** Each order as it is placed: what the vendor list says of it. */
export function replayList(day: readonly Timed[]): Errors {
  return summary(
    day.map(({ placedAt, doneAt }) => {
      const stall = momentOf(day, placedAt);
      const pace = paceOf(stall);
      return pace && errorOf(waitOfNext(pace, stall), doneAt - placedAt);
    }),
  );
}

/** Each order that waits, each two minutes: what its own page says. */
export function replayOrders(day: readonly Timed[]): Errors {
  return summary(
    day.flatMap(({ placedAt, doneAt }) =>
      Array.from({ length: Math.ceil((doneAt - placedAt) / (2 * MINUTE_MS)) }, (_, index) => {
        const now = placedAt + 1 + index * 2 * MINUTE_MS;
        const stall = momentOf(day, now);
        const pace = paceOf(stall);
        const wait = pace && waitOf(pace, stall, placedAt);
        return wait === null ? null : errorOf(wait, doneAt - now);
      }),
    ),
  );
}

/** What a stall would say that tells the median of the same orders, to compare with. */
export function replayMedian(day: readonly Timed[]): Errors {
  return summary(
    day.map(({ placedAt, doneAt }) => {
      const { done } = momentOf(day, placedAt);
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

/** In minutes, as the minutes are shown. */
const errorOf = (waitMs: number, tookMs: number) => Math.abs(shownMinutes(waitMs) - tookMs / MINUTE_MS);

function summary(errors: readonly (number | null)[]): Errors {
  const said = errors.filter((error) => error !== null);
  return {
    asked: errors.length,
    answered: said.length,
    mae: said.length === 0 ? 0 : said.reduce((sum, error) => sum + error, 0) / said.length,
    within3: said.length === 0 ? 0 : said.filter((error) => error <= 3).length / said.length,
  };
}
