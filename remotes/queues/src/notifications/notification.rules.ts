/** Writes the notices of an order, and decides which of them are unread. */
import type { NotificationRecord } from 'shared-contracts/local-keys';
import { doneText, doneTitle, messageTitle } from 'shared-contracts/rules/notices';
import { isOverdue } from 'shared-contracts/rules/queue-state';
import type { DeliveryMethod, QueueEntry, RealtimeEvents } from 'shared-contracts/types';
import { listed } from '../listed';
import { deliveryPlace, orderLabel, orderPath } from '../order/order-words.rules';
import { arrivedSince, type QueueAudience } from '../queue/queue.rules';
import { unseenText } from '../queue/watch/unseen.rules';
import { t } from '../words';
import type { Notice } from './browser-notice';

export type NotificationRecords = Record<string, NotificationRecord>;
export type NotificationIcon = 'new' | 'busy' | 'done' | 'done-late';

/**
 * The number of remembered entries beside the listed ones. They include a person's own orders while the person works a stall's long queue.
 */
const REMEMBERED = 1000;

/**
 * Records the states of the listed entries. An entry in another state than the recorded one is unread; entries that are not listed stay as
 * they were.
 */
export function recordStates(records: NotificationRecords, entries: readonly QueueEntry[]): NotificationRecords {
  const changed = entries.filter(({ id, state }) => records[id]?.state !== state);
  if (changed.length === 0) return records;
  const news = Object.fromEntries(changed.map(({ id, state }) => [id, { state, view: false }]));
  const listed = new Set(entries.map(({ id }) => String(id)));
  const others = Object.keys(records).filter((id) => !listed.has(id));
  const old = new Set(others.sort((a, b) => Number(a) - Number(b)).slice(0, -REMEMBERED));
  return Object.fromEntries(Object.entries({ ...records, ...news }).filter(([id]) => !old.has(id)));
}

export function markViewed(records: NotificationRecords, entries: readonly QueueEntry[]): NotificationRecords {
  const unread = unreadIds(records, entries);
  if (unread.length === 0) return records;
  const viewed = entries.filter(({ id }) => unread.includes(id)).map(({ id, state }) => [id, { state, view: true }]);
  return { ...records, ...Object.fromEntries(viewed) };
}

/** Returns the ids of the listed entries whose state the user has not looked at yet. */
export function unreadIds(records: NotificationRecords, entries: readonly QueueEntry[]): number[] {
  return entries.filter(({ id, state }) => records[id]?.state !== state || !records[id]?.view).map(({ id }) => id);
}

export function notificationIcon({ state, created_at }: QueueEntry, now: number): NotificationIcon {
  if (state === 'new' || state === 'busy') return state;
  return isOverdue(created_at, now) ? 'done-late' : 'done';
}

export interface NotificationTexts {
  title: string;
  text: string;
  /** The order's number where neither title nor text contains it. */
  number?: string;
}

/** Returns the texts of an entry's row in the panel. */
export function notificationTexts({ state, order }: QueueEntry, audience: QueueAudience): NotificationTexts {
  const number = orderLabel(order);
  if (audience === 'vendor') {
    const title = {
      new: t('New order: {number}', { number }),
      busy: t('Preparing: {number}', { number }),
      done: t('Done: {number}', { number }),
      collected: t('Collected: {number}', { number }),
    }[state];
    return { title, text: listed([order.user.name, deliveryPlace(order)]) };
  }
  const { name } = order.vendor;
  switch (state) {
    case 'new':
      return { title: name, text: t('Order {number} is in the queue.', { number }) };
    case 'busy':
      return { title: name, text: t('Order {number} is being prepared.', { number }) };
    default:
      return { title: doneTitle(name), text: doneText(order.delivery_method), number };
  }
}

type StateUpdated = RealtimeEvents['QueueOrderStateUpdated'];

interface Done {
  queue: StateUpdated['queue'];
  vendor: { name: string };
  delivery_method: DeliveryMethod | null;
}

/** Writes the notice of a done order. No other state is announced. */
export function doneNotice({ queue, delivery_method, vendor }: Done): Notice | undefined {
  if (queue.state !== 'done') return undefined;
  return {
    title: doneTitle(vendor.name),
    body: doneText(delivery_method),
    tag: `queue-${queue.id}`,
    path: orderPath(queue.order_id, queue.state, queue.id),
  };
}

/** Finds the news between two lists of the server: a customer's food is done, or a vendor has another order. */
export function findNews(
  audience: QueueAudience,
  before: readonly QueueEntry[],
  entries: readonly QueueEntry[],
): QueueEntry[] {
  if (audience === 'vendor') return arrivedSince(new Set(before.map(({ id }) => id)), entries);
  const known = new Set(before.filter(({ state }) => state === 'done').map(({ id }) => id));
  return entries.filter(({ id, state }) => state === 'done' && !known.has(id));
}

/** Writes the notice of such an entry with the same words as its event would have. */
export function entryNotice(audience: QueueAudience, { id, state, order }: QueueEntry): Notice | undefined {
  const { vendor, delivery_method } = order;
  if (audience === 'vendor') return newOrderNotice({ queue: { id, state }, order, vendor });
  return doneNotice({ queue: { id, state, order_id: order.id }, delivery_method, vendor });
}

interface Added extends Omit<RealtimeEvents['QueueOrderAdded'], 'vendor'> {
  vendor: { name: string };
}

export function newOrderNotice({ queue, order, vendor }: Added): Notice {
  return {
    title: t('A new order has been added to your queue.'),
    body: vendor.name,
    tag: `queue-${queue.id}`,
    path: orderPath(order.id, queue.state, queue.id),
  };
}

/** Writes the notice of an order that no one in the stall has seen. It stays until it is dismissed. */
export function unseenNotice(entry: QueueEntry, now: number): Notice {
  const { id, state, order } = entry;
  return {
    title: unseenText(entry, now),
    tag: `queue-${id}`,
    path: orderPath(order.id, state, id),
    isSticky: true,
  };
}

/** Writes the notice of a message. Its tag is its own words, also for its push: two cancellations are two notices. */
export function messageNotice(message: string, product: string): Notice {
  return { title: messageTitle(product), body: message, tag: message, path: '/queues', isSticky: true };
}
