/** What the queue screen says of a list of entries: which tab holds them, in which order, under which words. */
import type { NotificationRecord } from 'shared-contracts/local-keys';
import { minutesSince } from 'shared-contracts/rules/dates';
import { describeDelivery } from 'shared-contracts/rules/delivery';
import { labelOf, sortQueue } from 'shared-contracts/rules/queue-state';
import { matcher } from 'shared-contracts/rules/search';
import type { ActiveQueue, Order, QueueEntry, QueueState } from 'shared-contracts/types';

export type QueueTab = 'new' | 'preparing' | 'done' | 'all';
export type SortOrder = 'newest' | 'oldest';
export type QueueAudience = 'customer' | 'vendor';

interface TabTexts {
  id: QueueTab;
  label: string;
  heading: string;
  states: readonly QueueState[];
}

export const QUEUE_TABS: readonly TabTexts[] = [
  { id: 'new', label: 'New', heading: 'New Orders', states: ['new'] },
  { id: 'preparing', label: 'Preparing', heading: 'Orders in Progress', states: ['busy'] },
  { id: 'done', label: 'Done', heading: 'Completed Orders', states: ['done'] },
  { id: 'all', label: 'All', heading: 'All Orders', states: ['new', 'busy', 'done'] },
];

export const EMPTY_QUEUE = 'You have no orders in the queue right now';
export const RECEIVED_REMINDER = 'REMEMBER TO MARK YOUR ORDER AS RECEIVED';

/** The tab that `?filter=` names; New where it names none. */
export function tabOf(filter: string | null): QueueTab {
  return QUEUE_TABS.find(({ id }) => id === filter)?.id ?? 'new';
}

export function headingOf(tab: QueueTab): string {
  return textsOf(tab).heading;
}

function textsOf(tab: QueueTab): TabTexts {
  const texts = QUEUE_TABS.find(({ id }) => id === tab);
  if (!texts) throw new Error(`There is no tab '${tab}'`);
  return texts;
}

/** An entry and the state it is listed under, which lags behind its own while its button is locked. */
export interface Placed {
  id: number;
  /** Where it stands in the list. */
  state: QueueState;
  created_at: string;
  entry: QueueEntry;
}

/** What stays where it was tapped until the lock ends, so that nothing else slides under the finger. */
export interface Held {
  entry: QueueEntry;
  place: QueueState;
}

/** Every entry at its place; a held one that the server no longer lists is kept until it is let go. */
export function placeEntries(entries: readonly QueueEntry[], held: ReadonlyMap<number, Held>): Placed[] {
  const listed = new Set(entries.map(({ id }) => id));
  const kept = [...held.values()].filter(({ entry }) => !listed.has(entry.id)).map(({ entry }) => entry);
  return [...entries, ...kept].map((entry) => ({
    id: entry.id,
    state: held.get(entry.id)?.place ?? entry.state,
    created_at: entry.created_at,
    entry,
  }));
}

export function countByTab(placed: readonly Pick<Placed, 'state'>[]): Record<QueueTab, number> {
  const counts = { new: 0, preparing: 0, done: 0, all: 0 };
  for (const { id, states } of QUEUE_TABS) counts[id] = placed.filter(({ state }) => states.includes(state)).length;
  return counts;
}

export interface QueueGroups {
  /** A customer's food that waits to be taken; it stands first, under the reminder. */
  ready: Placed[];
  rest: Placed[];
}

/** A tab's entries: new, busy, done, each newest first or oldest first. */
export function arrange(
  placed: readonly Placed[],
  { tab, order, audience }: { tab: QueueTab; order: SortOrder; audience: QueueAudience },
): QueueGroups {
  const { states } = textsOf(tab);
  const shown = sortQueue(
    placed.filter(({ state }) => states.includes(state)),
    order,
  );
  if (audience === 'vendor') return { ready: [], rest: shown };
  return { ready: shown.filter(({ state }) => state === 'done'), rest: shown.filter(({ state }) => state !== 'done') };
}

/** What came after the screen opened and waits to be picked. Nothing has, before the first list is known. */
export function arrivedSince(known: ReadonlySet<number> | undefined, entries: readonly QueueEntry[]): QueueEntry[] {
  if (!known) return [];
  return entries.filter(({ id, state }) => state === 'new' && !known.has(id));
}

/**
 * What a page's first list has from before the page started: all but what became done since, and was not seen done on this
 * device. Both times are the server's, so a wrong clock of the device changes nothing.
 * @param openMs how long the page had been open at the response, in milliseconds
 * @param seen by the entry's id
 */
export function knownAtStart(
  { data, now }: ActiveQueue,
  openMs: number,
  seen: Readonly<Record<string, NotificationRecord>>,
): QueueEntry[] {
  if (now === undefined) return data;
  const startedAt = Date.parse(now) - openMs;
  const isNews = ({ id, state, state_changed_at: changedAt }: QueueEntry) =>
    state === 'done' && changedAt !== undefined && Date.parse(changedAt) >= startedAt && seen[id]?.state !== 'done';
  return data.filter((entry) => !isNews(entry));
}

/** Collected orders, newest first. */
export function previousOrders(orders: readonly Order[]): Order[] {
  return orders
    .filter(({ state }) => state === 'completed')
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

/** Whether an order answers a search: every word occurs in its number, vendor, buyer, place or items. */
export function matchesSearch(order: Order, search: string): boolean {
  return matcher(search)(
    orderLabel(order),
    order.vendor.name,
    order.user.name,
    deliveryPlace(order),
    ...order.order_items.data.map(({ variant }) => `${variant.item.name} ${variant.name}`),
  );
}

/** The number that is called out; the id where an order has none. */
export function orderLabel({ order_number, id }: Pick<Order, 'order_number' | 'id'>): string {
  return order_number ?? `#${id}`;
}

/** Where the detail of an order is. `state` and `queue_id` are hints; what the server says stands above them. */
export function orderPath(orderId: number, state: QueueState | 'cancelled', queueId?: number): string {
  const queue = queueId === undefined ? '' : `&queue_id=${queueId}`;
  return `/order?id=${orderId}&state=${state}${queue}`;
}

/** Where the receipt of an order prints itself. */
export function printPath(orderId: number): string {
  return `/order/print?id=${orderId}`;
}

/** 'Collect', 'Deliver to Table 12', … */
export function deliveryText(order: Order): string {
  return describeDelivery({
    method: order.delivery_method ?? '',
    type: order.delivery_method_type ?? '',
    location: order.delivery_method_location,
  });
}

/** Short, for the person who carries it: 'Collect', 'Table 12', 'Room 408', an address. */
export function deliveryPlace(order: Order): string {
  return order.delivery_method === 'deliver' ? deliveryText(order).replace(/^Deliver to /, '') : 'Collect';
}

/** What the customer's button says once the food is done. */
export function receiveLabel(order: Pick<Order, 'delivery_method'>): 'Collect' | 'Delivered' {
  return order.delivery_method === 'deliver' ? 'Delivered' : 'Collect';
}

/** Variant and options in one line: 'Large · soy-cured egg'. A variant named like its item adds nothing. */
export function choicesOf({ variant, item_options }: Order['order_items']['data'][number]): string {
  const names = item_options.data.map(({ option }) => option.name);
  return (variant.name === variant.item.name ? names : [variant.name, ...names]).join(' · ');
}

/** Every word of a ticket: 'A-1, Kumo Ramen, Thandi M., Table 12: 2 Tonkotsu ramen, Large (No onion); By the window'. */
export function ticketWords(order: Order): string {
  const lines = order.order_items.data.map((line) => {
    const words = [`${line.quantity} ${line.variant.item.name}`, choicesOf(line)].filter(Boolean).join(', ');
    return line.notes ? `${words} (${line.notes})` : words;
  });
  const who = [orderLabel(order), order.vendor.name, order.user.name, deliveryPlace(order)].join(', ');
  return `${who}: ${[...lines, order.delivery_method_instructions].filter(Boolean).join('; ')}`;
}

/** What is said of a refused move. The response does not name who moved the entry. */
export function conflictText(current: QueueEntry, audience: QueueAudience): string {
  const label = orderLabel(current.order);
  if (current.order.state === 'cancelled') return `Order ${label} was cancelled.`;
  const isCollected = current.state === 'collected';
  if (audience === 'vendor') {
    const who = isCollected ? 'A colleague or the customer' : 'A colleague';
    return `${who} was first: order ${label} is ${labelOf(current.state)} now.`;
  }
  if (isCollected) return `Order ${label} was already marked as received.`;
  return `${current.order.vendor.name} moved order ${label}: it is ${labelOf(current.state)} now.`;
}

const UNITS = [
  { ms: 365 * 86_400_000, short: 'y' },
  { ms: 30 * 86_400_000, short: 'mo' },
  { ms: 7 * 86_400_000, short: 'wk' },
  { ms: 86_400_000, short: 'd' },
  { ms: 3_600_000, short: 'h' },
] as const;

/** '45 sec', '24 min', '2 h', '3 d', '2 wk', '4 mo', '1 y': the largest unit that fits, never negative. */
export function ageText(createdAt: string, now: number): string {
  const age = Math.max(0, now - Date.parse(createdAt));
  const unit = UNITS.find(({ ms }) => age >= ms);
  if (unit) return `${Math.floor(age / unit.ms)} ${unit.short}`;
  const minutes = minutesSince(createdAt, now);
  return minutes > 0 ? `${minutes} min` : `${Math.floor(age / 1000)} sec`;
}
