/** Sentences for guests about a stall's opening, in the venue's time. Pure. */
import { formatTime, localDay } from 'shared-contracts/rules/dates';
import type { Vendor, VendorSummary } from 'shared-contracts/types';

type Stall = Pick<VendorSummary, 'accepting_orders' | 'opening'>;

const DAY_MS = 86_400_000;

/** Shown for a stall that opens when its staff say so. */
export const CLOSED = 'Not taking orders right now';

/**
 * 'Open until 22:00' or 'Opens Monday 11:00'; null where that does not change by itself.
 * @param timeZone until it is known, the text has no time
 */
export function openingText(
  { accepting_orders: isOpen, opening }: Stall,
  timeZone: string | undefined,
  now: number,
): string | null {
  if (!opening?.changes_at) return null;
  if (timeZone === undefined) return isOpen ? 'Open' : 'Closed';
  const at = new Date(opening.changes_at);
  const ahead = at.getTime() - now;
  // The night of an open stall is still today's.
  const isToday = isOpen ? ahead < DAY_MS : localDay(at, timeZone) === localDay(new Date(now), timeZone);
  const day: Intl.DateTimeFormatOptions = ahead < 6 * DAY_MS ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  const words = [isOpen ? 'Open until' : 'Opens', formatTime(at, timeZone)];
  if (!isToday) words.splice(1, 0, at.toLocaleDateString('en-GB', { timeZone, ...day }));
  return words.join(' ');
}

/** The sentence about a stall that takes no orders. */
export function closedText(vendor: Stall & { name: string }, timeZone: string, now: number): string {
  const opens = openingText(vendor, timeZone, now);
  return opens
    ? `${vendor.name} is closed. It ${opens.replace('Opens', 'opens').replace(/(\d+:\d+)$/, 'at $1')}.`
    : `${vendor.name} is not taking orders right now.`;
}

/** The fields that change by themselves: when a stall opens or closes, and when sold-out items are back. */
type Changing = Pick<Partial<Vendor>, 'opening' | 'next_back_at'>;

/** When the first of them changes, as the API wrote it. */
export function nextChange(changing: readonly (Changing | undefined)[] = []): string | undefined {
  const times = changing.flatMap((each) => [each?.opening?.changes_at ?? [], each?.next_back_at ?? []].flat());
  // All are ISO 8601 in UTC, so their texts are in the order of their times.
  return times.sort()[0];
}
