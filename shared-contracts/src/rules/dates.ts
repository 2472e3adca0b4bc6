/** Dates are shown in en-ZA, a few in en-GB, times as 24-hour HH:MM. Every one of them names its zone. */

/** '2026/11/20' in a zone. */
export function formatDate(at: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-ZA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );
}

/** '20 Nov 2026', as the order detail and the receipt show it. */
export function formatDateGb(at: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }).format(
    new Date(at),
  );
}

/** '09:05', 24-hour. */
export function formatTime(at: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  );
}

/** 'Saturday, Mar 14, 2026': the long US form of My Account. */
export function formatDateLongUs(at: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(new Date(at));
}

/** 'YYYY-MM-DD' of an instant in a zone: the local day that order numbers and exports go by. */
export function localDay(at: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(at),
  );
}

/** Whole minutes since, at least 0. */
export function minutesSince(at: string | Date, now: number): number {
  return Math.max(0, Math.floor((now - new Date(at).getTime()) / 60_000));
}
