/** Changes and checks a stall's schedule while it is edited. Pure. */
import type { Schedule, Span } from 'shared-contracts/types';

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

type Week = Schedule['weekly'];

const PROPOSED: Span = { from: '11:00', until: '22:00' };

/** Proposes a schedule to an owner who has none. */
export const proposedSchedule = (): Schedule => ({
  weekly: buildWeek(() => [PROPOSED]),
  exceptions: [],
});

export function setDay(schedule: Schedule, day: number, spans: Span[]): Schedule {
  return { ...schedule, weekly: buildWeek((index) => (index === day ? spans : (schedule.weekly[index] ?? []))) };
}

/** Copies one day to all days of the week. */
export function copyDay(schedule: Schedule, day: number): Schedule {
  return { ...schedule, weekly: buildWeek(() => schedule.weekly[day] ?? []) };
}

function buildWeek(spansOn: (day: number) => Span[]): Week {
  return DAYS.map((_name, day) => spansOn(day)) as Week;
}

/** Adds a time to a day. The first is proposed, and the owner fills in a further one. */
export const withSpan = (spans: readonly Span[]): Span[] => [
  ...spans,
  spans.length === 0 ? PROPOSED : { from: '', until: '' },
];

const isNextDay = ({ from, until }: Span): boolean => from !== '' && until !== '' && until <= from;

/** Returns the hint beside a span, such as that it ends after midnight. */
export function spanHint(span: Span): string | undefined {
  if (!isNextDay(span)) return undefined;
  if (span.until === '00:00') return span.from === '00:00' ? 'All day' : 'Until midnight';
  return `Until ${span.until} the next day`;
}

function spansError(spans: readonly Span[]): string | undefined {
  if (spans.some(({ from, until }) => from === '' || until === '')) return 'Fill in both times, or remove the row.';
  const isInOrder = spans.every((span, index) => {
    const next = spans[index + 1];
    return !next || (!isNextDay(span) && span.until <= next.from);
  });
  return isInOrder ? undefined : 'Each time starts after the one before it. Only the last may go past midnight.';
}

export interface ScheduleErrors {
  /** The errors by day of the week, Monday first. */
  weekly: Record<number, string>;
  /** The errors by position in the list. */
  exceptions: Record<number, string>;
}

/** Returns the errors that the owner has to correct before saving, or null where there are none. */
export function scheduleErrors({ weekly, exceptions }: Schedule): ScheduleErrors | null {
  const errors: ScheduleErrors = { weekly: {}, exceptions: {} };
  for (const [day, spans] of weekly.entries()) {
    const error = spansError(spans);
    if (error) errors.weekly[day] = error;
  }
  for (const [index, { date, spans }] of exceptions.entries()) {
    const isTwice = exceptions.findIndex((each) => each.date === date) < index;
    const error = date === '' ? 'Choose a date.' : isTwice ? 'This date is in the list already.' : spansError(spans);
    if (error) errors.exceptions[index] = error;
  }
  return Object.keys(errors.weekly).length + Object.keys(errors.exceptions).length > 0 ? errors : null;
}

/** Names the days with errors as the screen does, in its order. */
export const daysWithErrors = ({ exceptions }: Schedule, errors: ScheduleErrors): string[] => [
  ...DAYS.filter((_name, day) => errors.weekly[day] !== undefined),
  ...exceptions.flatMap(({ date }, at) => (errors.exceptions[at] === undefined ? [] : dayName(date))),
];

/** Names a day that differs. */
export const dayName = (date: string): string => (date === '' ? 'New day' : dateText(date));

const spansText = (spans: readonly Span[]): string =>
  spans.length === 0 ? 'closed' : spans.map(({ from, until }) => `${from} to ${until}`).join(', ');

const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const WEEKDAY = dateFormat({ weekday: 'long' });
const DATE = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/**
 * Formats '2026-12-25' as 'Friday 25 December 2026'. It formats the parts apart, since browsers disagree about a comma after the weekday.
 */
function dateText(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  return `${WEEKDAY.format(noon)} ${DATE.format(noon)}`;
}

/** Writes a schedule in lines: 'Monday: 11:00 to 14:00, 17:00 to 22:00', 'Friday 25 December 2026: closed'. */
export function scheduleLines(schedule: Schedule | null): string[] {
  if (!schedule) return ['No hours: always open'];
  return [
    ...schedule.weekly.map((spans, day) => `${DAYS[day]}: ${spansText(spans)}`),
    ...schedule.exceptions.map(({ date, spans }) => `${dateText(date)}: ${spansText(spans)}`),
  ];
}
