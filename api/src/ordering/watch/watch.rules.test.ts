import type { Schedule } from 'shared-contracts/types';
import { DEFAULT_MINUTES, dueStep, isWatched, silenceChange, stepNamed } from './watch.rules';

const NOON = Date.parse('2026-11-30T12:00:00Z');
/** @param minutes after noon */
const at = (minutes: number) => new Date(NOON + minutes * 60_000);

describe('the step that is due for an order placed at noon', () => {
  test.each([
    // [minutes, steps taken, minute of the last step, due]
    [0, 0, null, null],
    [1.9, 0, null, null],
    [2, 0, null, 'ring'],
    [3, 1, 2, null],
    [4, 1, 2, 'staff'],
    [7.9, 2, 4, null],
    [8, 2, 4, 'hall'],
    [60, 3, 8, null],
    // The site was away until minute 9: one step a minute.
    [9, 0, null, 'ring'],
    [9.5, 1, 9, null],
    [10, 1, 9, 'staff'],
    [11, 2, 10, 'hall'],
    // The clock was set back after a step: it is not repeated, and the next one waits for its minute.
    [-30, 1, 2, null],
    [3.9, 2, 4, null],
    [8, 2, 20, 'hall'],
    // An old order is not watched.
    [6 * 60 - 0.1, 0, null, 'ring'],
    [6 * 60, 0, null, null],
    [6 * 60, 2, 4, null],
  ] as const)('at minute %p after %p steps, the last at minute %p, is %p', (minute, step, stepAt, due) => {
    const order = { placedAt: at(0), step, stepAt: stepAt === null ? null : at(stepAt) };
    expect(dueStep(order, DEFAULT_MINUTES, at(minute))).toBe(due);
  });

  test("follows the stall's own minutes", () => {
    const minutes = { ring_minutes: 1, staff_minutes: 20, hall_minutes: 30 };
    expect(dueStep({ placedAt: at(0), step: 0, stepAt: null }, minutes, at(1))).toBe('ring');
    expect(dueStep({ placedAt: at(0), step: 1, stepAt: at(1) }, minutes, at(19))).toBeNull();
    expect(dueStep({ placedAt: at(0), step: 1, stepAt: at(1) }, minutes, at(20))).toBe('staff');
  });

  test('has no name before the first one', () => {
    expect([0, 1, 2, 3].map(stepNamed)).toEqual([undefined, 'ring', 'staff', 'hall']);
  });
});

describe('the orders of a stall are watched', () => {
  // It is open from 11:00 to 14:00 every day.
  const lunch = [{ from: '11:00', until: '14:00' }];
  const schedule: Schedule = { weekly: [lunch, lunch, lunch, lunch, lunch, lunch, lunch], exceptions: [] };
  const stall = { accepting_orders: true, follows_schedule: true, opening_hours: schedule, timezone: 'UTC' };
  test.each([
    ['while it is open', stall, 0, true],
    ['until half an hour after closing', stall, 149, true],
    ['no longer after that', stall, 150, false],
    ['while it is paused within its hours', { ...stall, accepting_orders: false }, 60, true],
    ['not while it is paused outside its hours', { ...stall, accepting_orders: false }, 180, false],
    ['at any time if it is open whatever its hours say', { ...stall, follows_schedule: false }, 600, true],
    ['at any time if it has no hours', { ...stall, opening_hours: null }, 600, true],
  ] as const)('%s', (_when, hours, minute, expected) => {
    expect(isWatched(hours, at(minute))).toBe(expected);
  });
});

describe('the silence of a stall', () => {
  /** Times are minutes after noon. */
  interface Example {
    isOpen?: boolean;
    heard?: number | null;
    since?: number | null;
    step?: number;
    stepAt?: number | null;
  }
  const changeAt = (minute: number, { isOpen = true, heard = 0, since = null, step = 0, stepAt = null }: Example) => {
    const time = (value: number | null) => (value === null ? null : at(value));
    return silenceChange({ isOpen, heardAt: time(heard), since: time(since), step, stepAt: time(stepAt) }, at(minute));
  };
  const begins = (minute: number) => ({ kind: 'begin', since: at(minute) });

  test.each<[string, number, Example, unknown]>([
    ['does not begin while it is heard', 1.4, {}, null],
    ['begins at the last time it was heard', 1.5, {}, begins(0)],
    ['begins now if the stall has just opened', 200, { heard: 0 }, begins(200)],
    ['begins now if it was never heard', 200, { heard: null }, begins(200)],
    ['does not begin while it is closed', 200, { isOpen: false }, null],
    ['is told after three minutes', 3, { since: 0 }, { kind: 'tell-stall' }],
    ['is not told before that', 2.9, { since: 0 }, null],
    ['is told to the hall three minutes later', 6, { since: 0, step: 1, stepAt: 3 }, { kind: 'tell-hall' }],
    ['is told to the hall not before that', 5.9, { since: 0, step: 1, stepAt: 3 }, null],
    ['is told to each once', 60, { since: 0, step: 2, stepAt: 6 }, null],
    ['ends when the stall is heard', 20, { heard: 19, since: 0, step: 2, stepAt: 6 }, { kind: 'end' }],
    ['ends at closing', 20, { isOpen: false, since: 0, step: 1, stepAt: 3 }, { kind: 'end' }],
    ['is told again after it ended', 30, { heard: 25, since: 25, stepAt: 6 }, { kind: 'tell-stall' }],
    ['of a stall that was never heard is told once a day', 1439, { heard: null, since: 1430, stepAt: 3 }, null],
    ['of such a stall is told on the next day', 1443, { heard: null, since: 1430, stepAt: 3 }, { kind: 'tell-stall' }],
    ['begins again after the clock was set back', -60, { heard: null, since: 0 }, begins(-60)],
    ['does not repeat what was told when the clock was set back', 4, { since: 0, step: 1, stepAt: 60 }, null],
    ['is not told on after the clock was set back', 4, { heard: null, since: 0, stepAt: 60 }, null],
  ])('%s', (_what, minute, example, expected) => {
    expect(changeAt(minute, example)).toEqual(expected);
  });
});
