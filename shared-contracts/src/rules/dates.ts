/** Dates are shown in en-ZA, a few in en-GB, times as 24-hour HH:MM. Every one of them names its zone. */

type Form = (at: string | Date, timeZone?: string) => string;

/** Making a formatter costs far more than using it, and an export uses it twice an order: so each zone has one that stays. */
function form(locale: string, options: Intl.DateTimeFormatOptions): Form {
  const byZone = new Map<string | undefined, Intl.DateTimeFormat>();
  return (at, timeZone) => {
    const known = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
    byZone.set(timeZone, known);
    return known.format(new Date(at));
  };
}

/** '2026/11/20' in a zone. */
export const formatDate = form('en-ZA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** '20 Nov 2026', as the order detail and the receipt show it. */
export const formatDateGb = form('en-GB', { year: 'numeric', month: 'short', day: 'numeric' });

/** '09:05', 24-hour. */
export const formatTime = form('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 'Saturday, Mar 14, 2026': the long US form of My Account. */
export const formatDateLongUs = form('en-US', { weekday: 'long', year: 'numeric', month: 'short', day: 'numeric' });

/** 'YYYY-MM-DD' of an instant in a zone: the local day that order numbers and exports go by. */
export const localDay: (at: string | Date, timeZone: string) => string = form('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * Counts the whole minutes from `at` to `now`, at least 0.
 * @param now in milliseconds since the epoch
 * @example
 * minutesSince('2026-11-20T12:00:00Z', Date.parse('2026-11-20T12:05:59Z')); // 5
 */
export function minutesSince(at: string | Date, now: number): number {
  return Math.max(0, Math.floor((now - new Date(at).getTime()) / 60_000));
}
