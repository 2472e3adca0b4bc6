/**
 * Dates are shown in en-ZA, a few in en-GB, times as 24-hour HH:MM; another language than English has its own forms, with Latin digits. Every one
 * of them names its zone.
 */
import { currentLanguage } from '../language';

/**
 * @param language the visitor's by default; a file that has one form in every language passes 'en'
 */
type Form = (at: string | Date, timeZone?: string, language?: string) => string;

const isEnglish = (language: string) => /^en\b/.test(language);

/**
 * Making a formatter costs far more than using it, and an export uses it twice an order: so each language and zone has one that stays.
 * @param english the locale of the English form, whatever English the visitor reads
 */
function form(english: string, options: Intl.DateTimeFormatOptions): Form {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (at, timeZone, language = currentLanguage()) => {
    const locale = isEnglish(language) ? english : `${language}-u-nu-latn`;
    const key = `${locale} ${timeZone}`;
    const known = made.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    made.set(key, known);
    return known.format(new Date(at));
  };
}

/** '2026/11/20' in a zone. */
export const formatDate = form('en-ZA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** '20 Nov 2026', as the order detail and the receipt show it. */
export const formatDateGb = form('en-GB', { year: 'numeric', month: 'short', day: 'numeric' });

/** '20 Nov 2026, 09:05'. Each language has its own comma between day and time. */
export const formatDateTimeGb = form('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** '09:05', 24-hour. */
export const formatTime = form('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 'Saturday, Mar 14, 2026': the long US form of My Account. */
export const formatDateLongUs = form('en-US', { weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' });

const swedishDate = form('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** 'YYYY-MM-DD' of an instant in a zone, in every language: the local day that order numbers and exports go by. */
export const localDay = (at: string | Date, timeZone: string): string => swedishDate(at, timeZone, 'en');

/**
 * Counts the whole minutes from `at` to `now`, at least 0.
 * @param now in milliseconds since the epoch
 * @example
 * minutesSince('2026-11-20T12:00:00Z', Date.parse('2026-11-20T12:05:59Z')); // 5
 */
export function minutesSince(at: string | Date, now: number): number {
  return Math.max(0, Math.floor((now - new Date(at).getTime()) / 60_000));
}
