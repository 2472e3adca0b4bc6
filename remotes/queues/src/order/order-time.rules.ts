/**
 * Formats the times of an order in the time zone of its venue, so that the customer, the kitchen and the receipt name the same time
 * wherever their devices are.
 */
import { formatDate, formatDateGb, formatTime, minutesSince } from 'shared-contracts/rules/dates';
import type { Order } from 'shared-contracts/types';
import { listed } from '../listed';
import { plural, t } from '../words';

type Placed = Pick<Order, 'venue'>;

/** Formats a time: '12:44'. @param at ISO 8601 */
export function orderTime({ venue }: Placed, at: string): string {
  return formatTime(at, venue?.timezone);
}

/** Formats a date for lists: '2026/11/20, 12:44'. @param at ISO 8601 */
export function orderDate({ venue }: Placed, at: string): string {
  return listed([formatDate(at, venue?.timezone), formatTime(at, venue?.timezone)]);
}

/** Formats a date for the order's page, its receipt and the kitchen: '20 Nov 2026, 12:44'. @param at ISO 8601 */
export function orderDateGb({ venue }: Placed, at: string): string {
  return listed([formatDateGb(at, venue?.timezone), formatTime(at, venue?.timezone)]);
}

/** Returns 'Toronto time' where the device's clock shows another time than the venue's, and undefined otherwise. @param at ISO 8601 */
export function zoneName(placed: Placed, at: string): string | undefined {
  const city = zoneCity(placed, at);
  return city && t('{city} time', { city });
}

function zoneCity({ venue }: Placed, at: string): string | undefined {
  if (!venue || isDeviceTime(at, venue.timezone)) return undefined;
  const city = venue.timezone.split('/').at(-1) ?? venue.timezone;
  return city.replaceAll('_', ' ');
}

/**
 * Tells whether the device's clock shows the same time at this instant. It reads the fields of the device's date, and the venue's time in
 * the format of the cards, since a slow phone takes 10 ms to make each format of a zone.
 */
function isDeviceTime(at: string, timeZone: string): boolean {
  const here = new Date(at);
  const time = [here.getHours(), here.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return formatTime(at, timeZone) === time && Number.parseInt(formatDateGb(at, timeZone), 10) === here.getDate();
}

/** Explains the times of a list of orders where the device's clock shows others. */
export function zoneNote(orders: readonly Pick<Order, 'venue' | 'created_at'>[]): string | undefined {
  const byZone = new Map(orders.map((order) => [order.venue?.timezone, order]));
  const cities = [...byZone.values()].flatMap((order) => zoneCity(order, order.created_at) ?? []);
  if (cities.length === 0) return undefined;
  return cities.length === 1
    ? t('Times are in the venue’s time zone: {city}.', { city: listed(cities) })
    : t('Times are in the venues’ time zones: {cities}.', { cities: listed(cities) });
}

const UNITS = [
  { ms: 365 * 86_400_000, text: (count: number) => plural(count, { one: '# y', other: '# y' }) },
  { ms: 30 * 86_400_000, text: (count: number) => plural(count, { one: '# mo', other: '# mo' }) },
  { ms: 7 * 86_400_000, text: (count: number) => plural(count, { one: '# wk', other: '# wk' }) },
  { ms: 86_400_000, text: (count: number) => plural(count, { one: '# d', other: '# d' }) },
  { ms: 3_600_000, text: (count: number) => plural(count, { one: '# h', other: '# h' }) },
] as const;

/** Formats an age in the largest unit that fits, never negative: '45 sec', '24 min', '2 h', '3 d', '2 wk', '4 mo', '1 y'. */
export function ageText(createdAt: string, now: number): string {
  const age = Math.max(0, now - Date.parse(createdAt));
  const unit = UNITS.find(({ ms }) => age >= ms);
  if (unit) return unit.text(Math.floor(age / unit.ms));
  const minutes = minutesSince(createdAt, now);
  if (minutes > 0) return plural(minutes, { one: '# min', other: '# min' });
  return plural(Math.floor(age / 1000), { one: '# sec', other: '# sec' });
}

/** Up to this many minutes the text names each minute, then multiples of five, as the list of vendors does. */
const EXACT_MINUTES = 20;

/**
 * Formats the remaining time: 'Ready in about 8 min'. It is undefined from the last half minute on: the order is done then, or the estimate
 * was wrong.
 */
export function readyText(expectedAt: string, now: number): string | undefined {
  const minutes = Math.round((Date.parse(expectedAt) - now) / 60_000);
  if (!(minutes >= 1)) return undefined;
  return plural(minutes > EXACT_MINUTES ? Math.round(minutes / 5) * 5 : minutes, {
    one: 'Ready in about # min',
    other: 'Ready in about # min',
  });
}
