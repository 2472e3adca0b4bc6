/** Decides when a stall is open: by its weekly schedule and exceptions in the venue's zone, or by its switch. */
import { Temporal } from '@js-temporal/polyfill';
import type { OpeningMode, Schedule, Span } from 'shared-contracts/types';

export interface Opening {
  isOpen: boolean;
  /** The next instant at which the schedule changes `isOpen`. Null: no change within the searched days. */
  changesAt: Date | null;
}

/** The number of days that are searched for a change. It covers the longest holidays of a stall, and the times that a guest plans for. */
const LOOK_AHEAD_DAYS = 62;

interface Interval {
  start: number;
  end: number;
}

/**
 * Turns a local time into an instant. A time that the clock skips counts as the instant that is as long after the gap. For a time that the clock
 * repeats, the first occurrence counts, for starts and ends alike.
 */
function instantOf(date: Temporal.PlainDate, time: string, zone: string): number {
  return date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
}

function spansOn(date: Temporal.PlainDate, { weekly, exceptions }: Schedule): readonly Span[] {
  const iso = date.toString();
  return exceptions.find((exception) => exception.date === iso)?.spans ?? weekly[date.dayOfWeek - 1] ?? [];
}

function intervalsOn(date: Temporal.PlainDate, schedule: Schedule, zone: string): Interval[] {
  return spansOn(date, schedule).flatMap(({ from, until }) => {
    const start = instantOf(date, from, zone);
    const end = instantOf(until > from ? date : date.add({ days: 1 }), until, zone);
    // A span within a skipped hour has no duration.
    return end > start ? [{ start, end }] : [];
  });
}

/** Joins spans that touch or overlap, so that no guest reads about a closing without a duration. */
function merged(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((one, other) => one.start - other.start);
  const result: Interval[] = [];
  for (const { start, end } of sorted) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

const dateAt = (at: number, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

/**
 * Returns the last day to search for an opening or a closing. After its last exception a schedule repeats each week, so an event that does not
 * come in eight days never comes.
 */
function lastDayOf({ exceptions }: Schedule, today: Temporal.PlainDate): Temporal.PlainDate {
  const lastException = exceptions.reduce((last, { date }) => (date > last ? date : last), today.toString());
  const repeats = Temporal.PlainDate.from(lastException).add({ days: 8 });
  const horizon = today.add({ days: LOOK_AHEAD_DAYS });
  return Temporal.PlainDate.compare(repeats, horizon) < 0 ? repeats : horizon;
}

/**
 * Yields the intervals of a schedule that end after an instant, in their order. It computes a day only when the caller needs it, as a day costs
 * a quarter of a millisecond. An interval that does not end within the searched days ends at Infinity.
 */
function* intervalsAfter(at: number, schedule: Schedule, zone: string): Generator<Interval, undefined> {
  const today = dateAt(at, zone);
  const lastDay = lastDayOf(schedule, today);
  let open: Interval[] = [];
  // Yesterday's last span may reach into today, and a skipped hour can make a span end later than its day.
  for (
    let date = today.subtract({ days: 1 });
    Temporal.PlainDate.compare(date, lastDay) <= 0;
    date = date.add({ days: 1 })
  ) {
    const intervals = merged([...open, ...intervalsOn(date, schedule, zone)]);
    const nextDay = instantOf(date.add({ days: 1 }), '00:00', zone);
    yield* intervals.filter(({ end }) => end > at && end < nextDay);
    // The spans of the next day may continue these.
    open = intervals.filter(({ end }) => end >= nextDay);
  }
  yield* open.map(({ start }) => ({ start, end: Number.POSITIVE_INFINITY }));
  return undefined;
}

/**
 * Tells whether a schedule has the stall open at an instant, and when that changes. A span includes its start and excludes its end.
 * @param zone an IANA name, such as 'Europe/London'
 */
export function openingAt(schedule: Schedule, zone: string, now: Date): Opening {
  const [next] = intervalsAfter(now.getTime(), schedule, zone);
  if (!next) return { isOpen: false, changesAt: null };
  if (next.start > now.getTime()) return { isOpen: false, changesAt: new Date(next.start) };
  return { isOpen: true, changesAt: next.end === Number.POSITIVE_INFINITY ? null : new Date(next.end) };
}

/** The stored hours of a stall, with those of its hall where it has none of its own. */
export interface StoredHours {
  /** False: the stall's own switch is on 'closed'. */
  accepting_orders: boolean;
  /** False: the stall is open whatever its schedule says. */
  follows_schedule: boolean;
  /** The schedule in force, as `hoursInForce` selects it. */
  opening_hours: Schedule | null;
  /** The zone of the venue. */
  timezone: string;
  /** True: the watch has stopped the stall's orders, because no screen or printer of it is heard from. */
  is_stopped: boolean;
}

export function modeOf({
  accepting_orders,
  follows_schedule,
}: Pick<StoredHours, 'accepting_orders' | 'follows_schedule'>): OpeningMode {
  if (!accepting_orders) return 'closed';
  return follows_schedule ? 'schedule' : 'open';
}

/** Returns the stored values for a mode of the switch. */
export const switchFor = (mode: OpeningMode) => ({
  accepting_orders: mode !== 'closed',
  follows_schedule: mode !== 'open',
});

/** Tells whether a stall takes orders, and when that changes. A stall without a schedule takes orders unless its switch is on 'closed'. */
export function openingOf(stored: StoredHours, now: Date): Opening {
  return stored.is_stopped ? { isOpen: false, changesAt: null } : plannedOpening(stored, now);
}

/** Tells whether a stall means to take orders by its switch and its hours, also while the watch has stopped them. */
export function plannedOpening(stored: Omit<StoredHours, 'is_stopped'>, now: Date): Opening {
  const mode = modeOf(stored);
  if (mode === 'closed') return { isOpen: false, changesAt: null };
  if (mode === 'open' || stored.opening_hours === null) return { isOpen: true, changesAt: null };
  return openingAt(stored.opening_hours, stored.timezone, now);
}

/** Returns the mode for a remote that does not know hours and only states whether the stall takes orders. */
export function modeFor(
  isAccepting: boolean,
  { opening_hours, timezone }: Pick<StoredHours, 'opening_hours' | 'timezone'>,
  now: Date,
): OpeningMode {
  if (!isAccepting) return 'closed';
  return opening_hours === null || openingAt(opening_hours, timezone, now).isOpen ? 'schedule' : 'open';
}

/** A business day ends at this local time: an item that sells out at one in the morning is back in the evening. */
const DAY_BEGINS = '04:00';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns when an item that is sold out 'until tomorrow' is back: at the first opening that reaches into a later business day. If the stall is
 * open around the clock then, has no schedule, or has no opening within the searched days, the item is back when the next business day begins.
 */
export function backTomorrow(schedule: Schedule | null, zone: string, now: Date): Date {
  const at = now.getTime();
  const today = dateAt(at, zone);
  const begins = instantOf(today, DAY_BEGINS, zone);
  const tomorrow = begins > at ? begins : instantOf(today.add({ days: 1 }), DAY_BEGINS, zone);
  if (schedule === null) return new Date(tomorrow);
  for (const { start, end } of intervalsAfter(at, schedule, zone)) {
    if (end <= tomorrow) continue;
    if (start > at) return new Date(start);
    // An opening of less than 24 hours that lasts past four o'clock still belongs to today.
    if (end - start >= DAY_MS) break;
  }
  return new Date(tomorrow);
}
