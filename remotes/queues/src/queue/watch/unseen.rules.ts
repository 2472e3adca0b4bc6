/** Finds the orders that no one in a stall has seen, and writes about them. */
import type { QueueEntry } from 'shared-contracts/types';
import { orderLabel } from '../../order/order-words.rules';
import { plural, t } from '../../words';

type Watched = Pick<QueueEntry, 'state' | 'watch'>;

/** Tells whether the watch has taken a step for an order. A tap that is not sent yet moves an entry, and then a cook has seen it. */
export const isUnseen = ({ state, watch }: Watched): boolean => state === 'new' && watch !== undefined;

/** Returns a stall's unseen orders, the oldest first. */
export function unseenOf(entries: readonly QueueEntry[]): QueueEntry[] {
  return entries.filter(isUnseen).sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

/** Writes for the kitchen how long an order has waited. */
export function unseenText({ order, created_at }: Pick<QueueEntry, 'order' | 'created_at'>, now: number): string {
  const minutes = Math.max(1, Math.floor((now - Date.parse(created_at)) / 60_000));
  return plural(
    minutes,
    {
      one: 'Order {number} has waited # minute and no one has seen it.',
      other: 'Order {number} has waited # minutes and no one has seen it.',
    },
    { number: orderLabel(order) },
  );
}

/** The orders that are named one by one. */
const MOST_NAMED = 3;

/** Writes the lines of the kitchen's note, which are few, also if no one has looked for an hour. */
export function unseenLines(entries: readonly QueueEntry[], now: number): string[] {
  const unseen = unseenOf(entries);
  const rest = unseen.length - MOST_NAMED;
  const named = unseen.slice(0, MOST_NAMED).map((entry) => unseenText(entry, now));
  if (rest <= 0) return named;
  return [...named, plural(rest, { one: '# more order waits unseen.', other: '# more orders wait unseen.' })];
}

/** Writes for the guest what is known; null once the order is seen. */
export function guestText(entry: Watched): string | null {
  if (!isUnseen(entry)) return null;
  return entry.watch === 'hall'
    ? t('The stall has not seen your order yet; the hall has been told.')
    : t('The stall has not seen your order yet.');
}
