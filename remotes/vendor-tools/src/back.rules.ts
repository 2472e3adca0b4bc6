import { formatTime } from 'shared-contracts/rules/dates';
import type { Item } from 'shared-contracts/types';
import { dateLocale } from './language';
import { t } from './words';

const WEEK_MS = 6 * 86_400_000;

/**
 * Says when a sold-out item is back, in the venue's time: 'back Saturday 11:00', or 'back 27 Dec 11:00'.
 * @param timeZone until it is known, the text has no time
 */
export function backText(backAt: string, timeZone: string | undefined, now: number): string {
  if (timeZone === undefined) return t('back by itself');
  const isNear = Date.parse(backAt) - now < WEEK_MS;
  const form: Intl.DateTimeFormatOptions = isNear ? { weekday: 'long' } : { day: 'numeric', month: 'short' };
  const day = new Date(backAt).toLocaleDateString(dateLocale(), { timeZone, ...form });
  const time = formatTime(backAt, timeZone);
  return isNear ? t('back {day} {time}', { day, time }) : t('back {date} {time}', { date: day, time });
}

/** Tells whether the item or a part of it is sold out until a time. */
export function isBackByItself(item: Item): boolean {
  const groups = [...item.option_groups.data, ...item.group.option_groups.data];
  const parts = [item, ...item.variants.data, ...groups.flatMap(({ options }) => options.data)];
  return parts.some(({ back_at }) => back_at !== undefined);
}
