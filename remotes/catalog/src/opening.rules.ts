/** Writes sentences for guests about a stall's opening, in the venue's time. Pure. */
import { formatTime, localDay } from 'shared-contracts/rules/dates';
import type { Vendor, VendorSummary } from 'shared-contracts/types';

type Stall = Pick<VendorSummary, 'accepting_orders' | 'opening'>;

const DAY_MS = 86_400_000;

/** The text for a stall that its staff open by hand. */
export const CLOSED = 'Not taking orders right now';

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
  if (timeZone === undefined) return isOpen ? 'Open' : 'Closed';
  const at = new Date(opening.changes_at);
  const ahead = at.getTime() - now;
  // For an open stall the coming night still belongs to today.
  const isToday = isOpen ? ahead < DAY_MS : localDay(at, timeZone) === localDay(new Date(now), timeZone);
  const day: Intl.DateTimeFormatOptions = ahead < 6 * DAY_MS ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  const words = [isOpen ? 'Open until' : 'Opens', formatTime(at, timeZone)];
  if (!isToday) words.splice(1, 0, at.toLocaleDateString('en-GB', { timeZone, ...day }));
  return words.join(' ');
}

/** Writes the sentence about a stall that takes no orders. */
export function closedText(vendor: Stall & { name: string }, timeZone: string, now: number): string {
  const opens = openingText(vendor, timeZone, now);
  return opens
    ? `${vendor.name} is closed. It ${opens.replace('Opens', 'opens').replace(/(\d+:\d+)$/, 'at $1')}.`
    : `${vendor.name} is not taking orders right now.`;
}

/** The fields that change by themselves: when a stall opens or closes, and when sold-out items are back. */
type Changing = Pick<Partial<Vendor>, 'opening' | 'next_back_at'>;

/** Returns the time of the earliest change, as the API wrote it. */
export function nextChange(changing: readonly (Changing | undefined)[] = []): string | undefined {
  const times = changing.flatMap((each) => [each?.opening?.changes_at ?? [], each?.next_back_at ?? []].flat());
  // All are ISO 8601 in UTC, so their texts are in the order of their times.
  return times.sort()[0];
}
