import { momentOf, replayList, replayMedian, replayOrders, together, withAhead } from './replay.testing';
import { type SimulatedStall, STALLS, simulatedDay } from './simulated-day.testing';
import { type DoneOrder, paceOf, shownMinutes, waitOf, waitOfNext } from './waiting.rules';

const MINUTE = 60_000;

/** Builds orders from minutes: the time of placement and the time of Done. */
const orders = (...times: [number, number][]): DoneOrder[] =>
  withAhead(times.map(([placedAt, doneAt]) => ({ placedAt: placedAt * MINUTE, doneAt: doneAt * MINUTE })));
const at = (...minutes: number[]) => minutes.map((minute) => minute * MINUTE);

// The stall makes one order at a time, in three minutes each. All were placed at once.
const LINE = orders([0, 3], [0.1, 6], [0.2, 9], [0.3, 12], [0.4, 15]);
// Each order takes six minutes, and none waited for another.
const SPACED = orders([0, 6], [10, 16], [20, 26], [30, 36], [40, 46]);

const stallOf = (done: DoneOrder[], waiting: number[] = [], minute = 0) => ({ done, waiting, now: minute * MINUTE });
const paceOfAll = (done: DoneOrder[]) => {
  const pace = paceOf(done);
  if (!pace) throw new Error('there is no pace');
  return pace;
};

describe('the pace of a stall', () => {
  test('is one order at a time if each order waits for the previous one', () => {
    const { intervalMs, atOnce } = paceOfAll(LINE);
    expect(intervalMs / MINUTE).toBeCloseTo(3, 0);
    expect(atOnce).toBe(1);
  });

  test('is several orders at a time if orders are made in rounds', () => {
    const four = orders([0, 8], [0.1, 8], [0.2, 8.1], [0.3, 8.2], [1, 9], [10, 18], [11, 19]);
    const pace = paceOfAll(four);
    expect((pace.intervalMs * pace.atOnce) / MINUTE).toBeCloseTo(8, 0);
    expect(pace.atOnce).toBeGreaterThan(3);
  });

  test('is unknown with only four orders', () => {
    expect(paceOf(SPACED.slice(1))).toBeNull();
  });

  test('is unknown if the orders differ too much', () => {
    expect(paceOf(orders([0, 2], [10, 30], [40, 43], [60, 85], [90, 105]))).toBeNull();
  });

  test('ignores one order whose Done was forgotten', () => {
    const { intervalMs, atOnce } = paceOfAll([...SPACED, ...orders([50, 110])]);
    expect((intervalMs * atOnce) / MINUTE).toBeCloseTo(6, 0);
  });

  test('is also known for orders that are done at once', () => {
    const done = orders([0, 0], [1, 1], [2, 2], [3, 3], [4, 4]);
    expect(next(done, [], 5)).toBe(1);
  });
});

/** Returns the minutes that are shown for an order that is placed at this minute. */
const next = (done: DoneOrder[], waiting: number[], minute: number) =>
  shownMinutes(waitOfNext(paceOfAll(done), stallOf(done, waiting, minute)));

describe('the wait of the next order', () => {
  test('is one round in an empty stall, and depends on the position in a line', () => {
    expect(next(LINE, [], 20)).toBe(3);
    expect(next(LINE, at(16, 17, 18), 20)).toBe(12);
  });

  test('ignores an order that was forgotten', () => {
    expect(next(LINE, at(0.5, 58), 60)).toBe(6);
  });
});

describe('a long line', () => {
  // One order is placed and one is done each minute, with this many before each.
  test.each([1, 5, 11, 12, 15, 20, 30, 50])(
    'of %i orders with one order done each minute has an exact wait',
    (length) => {
      const line = withAhead(
        Array.from({ length: 200 }, (_, index) => ({
          placedAt: index * MINUTE,
          doneAt: (index + length + 0.5) * MINUTE,
        })),
      );
      const stall = momentOf(line, 150 * MINUTE);
      const pace = paceOf(stall.done);
      expect(stall.done).toHaveLength(12);
      expect(pace && waitOfNext(pace, stall) / MINUTE).toBeCloseTo(length + 0.5);
    },
  );

  // More orders arrive than the stall makes, until the queue takes an hour.
  const RUSH: SimulatedStall = {
    name: 'a rush',
    ordersPerHour: [20, 75, 75, 30],
    cooks: 1,
    cookMinutes: 1.5,
    spread: 0.4,
  };

  test.each([
    [0, 6],
    [6, 12],
    [12, 18],
    [18, 24],
    [24, 36],
    [36, 60],
  ])('of %i to %i orders in a rush has an estimate with a mean error of at most a fifth', (from, below) => {
    const estimates = Array.from({ length: 30 }, (_, seed) => withAhead(simulatedDay(RUSH, seed + 1))).flatMap((day) =>
      day.flatMap(({ placedAt, doneAt, ahead }) => {
        if (ahead < from || ahead >= below) return [];
        const stall = momentOf(day, placedAt);
        const pace = paceOf(stall.done);
        return pace ? [{ waitMs: waitOfNext(pace, stall), tookMs: doneAt - placedAt }] : [];
      }),
    );
    const mean = (of: 'waitMs' | 'tookMs') => estimates.reduce((sum, each) => sum + each[of], 0) / estimates.length;
    expect(estimates.length).toBeGreaterThan(30);
    expect(mean('waitMs') / mean('tookMs')).toBeGreaterThan(0.8);
    expect(mean('waitMs') / mean('tookMs')).toBeLessThan(1.2);
  });
});

/** Returns the minutes that are shown for an order that has waited since this minute. */
const rest = (done: DoneOrder[], waiting: number[], { since, minute }: { since: number; minute: number }) => {
  const wait = waitOf(paceOfAll(done), stallOf(done, waiting, minute), since * MINUTE);
  return wait === null ? null : shownMinutes(wait);
};

describe('the wait of an order in the queue', () => {
  test('falls as the orders before it are done', () => {
    const order = { since: 18, minute: 20 };
    expect(rest(LINE, at(16, 17, 18), order)).toBe(9);
    expect(rest(LINE, at(17, 18), order)).toBe(6);
  });

  test('falls while the order is made, down to a quarter of a round', () => {
    const minutes = (minute: number) => rest(SPACED, at(50), { since: 50, minute });
    expect([minutes(50), minutes(52), minutes(54), minutes(56), minutes(60)]).toEqual([6, 4, 2, 2, 2]);
  });

  test('starts when the previous order is done in a line', () => {
    const done = [...LINE, ...orders([20, 23], [20.1, 26])];
    expect(rest(done, at(20.2), { since: 20.2, minute: 26 })).toBe(3);
    expect(rest(done, at(20.2), { since: 20.2, minute: 28 })).toBe(1);
  });

  test('considers that the stall makes several orders at a time', () => {
    const four = orders([0, 8], [0.1, 8], [0.2, 8.1], [0.3, 8.2], [1, 9], [10, 18], [11, 19]);
    const minutes = (minute: number) => rest(four, at(20, 20.1), { since: 20.1, minute });
    expect([minutes(20), minutes(23), minutes(26)]).toEqual([8, 5, 2]);
  });

  test('is unknown if the order is long overdue', () => {
    expect(rest(SPACED, at(50), { since: 50, minute: 90 })).toBeNull();
  });
});

test.each([
  [0, 1],
  [29, 1],
  [91, 2],
  [8.4 * 60, 8],
  [20 * 60, 20],
  [21 * 60, 20],
  [23 * 60, 25],
  [48 * 60, 50],
])('%f seconds are shown as %i min', (seconds, minutes) => {
  expect(shownMinutes(seconds * 1000)).toBe(minutes);
});

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Simulates ten days of a stall. */
const daysOf = (stall: SimulatedStall) => SEEDS.map((seed) => simulatedDay(stall, seed));

describe('estimates on simulated days', () => {
  const days = STALLS.flatMap(daysOf);

  test('are right within three minutes in seven of ten cases on the list, and better than the median', () => {
    const estimates = together(days.map(replayList));
    const median = together(days.map(replayMedian));
    expect(estimates.within3).toBeGreaterThan(0.7);
    expect(estimates.mae).toBeLessThan(3);
    expect(estimates.mae).toBeLessThan(0.6 * median.mae);
    expect(estimates.answered / estimates.asked).toBeGreaterThan(0.5);
  });

  test('are right within three minutes in two of three cases on the page of an order', () => {
    const estimates = together(days.map(replayOrders));
    expect(estimates.within3).toBeGreaterThan(0.66);
    expect(estimates.mae).toBeLessThan(3);
  });

  test.each(STALLS.map((stall) => [stall.name, stall] as const))(
    'for %s are never worse than the median',
    (_name, stall) => {
      const days = daysOf(stall);
      const estimates = together(days.map(replayList));
      // A stall without estimates cannot be wrong.
      if (estimates.answered < 100) return;
      expect(estimates.mae).toBeLessThan(together(days.map(replayMedian)).mae);
    },
  );

  test('do not exist for a stall whose orders cannot be predicted', () => {
    const grill = STALLS.find(({ spread, cooks }) => spread >= 0.5 && cooks === 5);
    const estimates = together((grill ? daysOf(grill) : []).map(replayList));
    expect(estimates.asked).toBeGreaterThan(500);
    expect(estimates.answered / estimates.asked).toBeLessThan(0.2);
  });
});
