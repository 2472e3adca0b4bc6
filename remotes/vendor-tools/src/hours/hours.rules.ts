/** Changes and checks a stall's schedule while it is edited. Pure. */
import type { Schedule, Span } from 'shared-contracts/types';
import { dateLocale, isEnglish, listed } from '../language';
import { language, t } from '../words';

/** Names the days of the week, Monday first. */
export const weekdays = (): string[] => [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
];

const DAY_NUMBERS = [0, 1, 2, 3, 4, 5, 6] as const;

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
  return DAY_NUMBERS.map((day) => spansOn(day)) as Week;
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
  if (span.until === '00:00') return span.from === '00:00' ? t('All day') : t('Until midnight');
  return t('Until {until} the next day', { until: span.until });
}

function spansError(spans: readonly Span[]): string | undefined {
  if (spans.some(({ from, until }) => from === '' || until === '')) return t('Fill in both times, or remove the row.');
  const isInOrder = spans.every((span, index) => {
    const next = spans[index + 1];
    return !next || (!isNextDay(span) && span.until <= next.from);
  });
  return isInOrder ? undefined : t('Each time starts after the one before it. Only the last may go past midnight.');
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
    const error = dateError(date, isTwice) ?? spansError(spans);
    if (error) errors.exceptions[index] = error;
  }
  return Object.keys(errors.weekly).length + Object.keys(errors.exceptions).length > 0 ? errors : null;
}

function dateError(date: string, isTwice: boolean): string | undefined {
  if (date === '') return t('Choose a date.');
  return isTwice ? t('This date is in the list already.') : undefined;
}

/** Names the days with errors as the screen does, in its order. */
export const daysWithErrors = ({ exceptions }: Schedule, errors: ScheduleErrors): string[] => [
  ...weekdays().filter((_name, day) => errors.weekly[day] !== undefined),
  ...exceptions.flatMap(({ date }, at) => (errors.exceptions[at] === undefined ? [] : dayName(date))),
];

/** Names a day that differs. */
export const dayName = (date: string): string => (date === '' ? t('New day') : dateText(date));

const spansText = (spans: readonly Span[]): string =>
  spans.length === 0 ? t('closed') : listed(spans.map(({ from, until }) => t('{from} to {until}', { from, until })));

const WEEKDAY = { weekday: 'long' } as const;
const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * Formats '2026-12-25' as 'Friday 25 December 2026'. In English it formats the parts apart, since browsers disagree about a comma after the
 * weekday. The day begins a line, so it begins large also where a language writes it small: 'Vendredi 25 décembre 2026'.
 */
function dateText(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    noon.toLocaleDateString(dateLocale(), { ...options, timeZone: 'UTC' });
  if (isEnglish()) return `${format(WEEKDAY)} ${format(DATE)}`;
  const text = format({ ...WEEKDAY, ...DATE });
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

/** Writes a schedule in lines: 'Monday: 11:00 to 14:00, 17:00 to 22:00', 'Friday 25 December 2026: closed'. */
export function scheduleLines(schedule: Schedule): string[] {
  const names = weekdays();
  const line = (day: string, spans: readonly Span[]) => t('{day}: {times}', { day, times: spansText(spans) });
  return [
    ...schedule.weekly.map((spans, day) => line(names[day] ?? '', spans)),
    ...schedule.exceptions.map(({ date, spans }) => line(dateText(date), spans)),
  ];
}
