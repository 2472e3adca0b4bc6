/** Writes sentences for guests about a stall's opening, in the venue's time and in the language of the page. */
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { formatTime, localDay } from 'shared-contracts/rules/dates';
import type { Vendor, VendorSummary } from 'shared-contracts/types';
import { language, t } from './words';

type Stall = Pick<VendorSummary, 'accepting_orders' | 'opening'>;

const DAY_MS = 86_400_000;

/** Writes the text for a stall that its staff open by hand. */
export const closedLabel = (): string => t('Not taking orders right now');

/** The time of a change, with its day unless it is today. A weekday and a date are different messages: French writes 'lundi' and 'le 27 déc.' */
type Moment = { time: string } & (
  | { day: 'today' }
  | { day: 'weekday'; weekday: string }
  | { day: 'date'; date: string }
);

/**
 * Writes when a stall opens or closes: 'Open until 22:00' or 'Opens Monday 11:00'; null if it does not change by itself.
 * @param timeZone until it is known, the text has no time
 */
export function openingText(
  { accepting_orders: isOpen, opening }: Stall,
  timeZone: string | undefined,
  now: number,
): string | null {
  if (!opening?.changes_at) return null;
  if (timeZone === undefined) return isOpen ? t('Open') : t('Closed');
  const moment = momentOf(new Date(opening.changes_at), { isOpen, timeZone, now });
  const { time } = moment;
  switch (moment.day) {
    case 'today':
      return isOpen ? t('Open until {time}', { time }) : t('Opens {time}', { time });
    case 'weekday': {
      const { weekday } = moment;
      return isOpen
        ? t('Open until {weekday} {time}', { weekday, time })
        : t('Opens {weekday} {time}', { weekday, time });
    }
    case 'date': {
      const { date } = moment;
      return isOpen ? t('Open until {date} {time}', { date, time }) : t('Opens {date} {time}', { date, time });
    }
  }
}

/** Writes the sentence about a stall that takes no orders. */
export function closedText({ name, opening }: Stall & { name: string }, timeZone: string, now: number): string {
  if (!opening?.changes_at) return t('{name} is not taking orders right now.', { name });
  const moment = momentOf(new Date(opening.changes_at), { isOpen: false, timeZone, now });
  const { time } = moment;
  switch (moment.day) {
    case 'today':
      return t('{name} is closed. It opens at {time}.', { name, time });
    case 'weekday':
      return t('{name} is closed. It opens {weekday} at {time}.', { name, time, weekday: moment.weekday });
    case 'date':
      return t('{name} is closed. It opens {date} at {time}.', { name, time, date: moment.date });
  }
}

function momentOf(at: Date, { isOpen, timeZone, now }: { isOpen: boolean; timeZone: string; now: number }): Moment {
  const time = formatTime(at, timeZone);
  const ahead = at.getTime() - now;
  // For an open stall the coming night still belongs to today.
  const isToday = isOpen ? ahead < DAY_MS : localDay(at, timeZone) === localDay(new Date(now), timeZone);
  if (isToday) return { day: 'today', time };
  // Digits are Latin in each language.
  const locale = language() === SOURCE_LANGUAGE ? 'en-GB' : `${language()}-u-nu-latn`;
  const dayText = (form: Intl.DateTimeFormatOptions) => at.toLocaleDateString(locale, { timeZone, ...form });
  return ahead < 6 * DAY_MS
    ? { day: 'weekday', time, weekday: dayText({ weekday: 'long' }) }
    : { day: 'date', time, date: dayText({ day: 'numeric', month: 'short' }) };
}

/** The fields that change by themselves: when a stall opens or closes, and when sold-out items are back. */
type Changing = Pick<Partial<Vendor>, 'opening' | 'next_back_at'>;

/** Returns the time of the earliest change, as the API wrote it. */
export function nextChange(changing: readonly (Changing | undefined)[] = []): string | undefined {
  const times = changing.flatMap((each) => [each?.opening?.changes_at ?? [], each?.next_back_at ?? []].flat());
  // All are ISO 8601 in UTC, so their texts are in the order of their times.
  return times.sort()[0];
}
