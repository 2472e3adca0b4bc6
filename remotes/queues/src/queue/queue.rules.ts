/** Arranges a list of entries for the queue screen: which tab holds each, in which order, under which words. */
import type { NotificationRecord } from 'shared-contracts/local-keys';
import { labelOf, sortQueue } from 'shared-contracts/rules/queue-state';
import type { ActiveQueue, Order, QueueEntry, QueueState } from 'shared-contracts/types';
import { orderLabel } from '../order/order-words.rules';

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

/** Returns the tab that `?filter=` names, or New where it names none. */
export function parseTab(filter: string | null): QueueTab {
  return QUEUE_TABS.find(({ id }) => id === filter)?.id ?? 'new';
}

export function tabHeading(tab: QueueTab): string {
  return tabTexts(tab).heading;
}

function tabTexts(tab: QueueTab): TabTexts {
  const texts = QUEUE_TABS.find(({ id }) => id === tab);
  if (!texts) throw new Error(`There is no tab '${tab}'`);
  return texts;
}

/** An entry and the state it is listed under, which lags behind the entry's own state while its button is locked. */
export interface Listed {
  id: number;
  /** The state it is listed under. */
  state: QueueState;
  created_at: string;
  entry: QueueEntry;
}

/** An entry that stays where it was tapped until the lock ends, so that nothing else slides under the finger. */
export interface Held {
  entry: QueueEntry;
  listedAs: QueueState;
}

/** Lists every entry under its state. A held one stays listed until its lock ends, also where the server no longer lists it. */
export function listEntries(entries: readonly QueueEntry[], held: ReadonlyMap<number, Held>): Listed[] {
  const listed = new Set(entries.map(({ id }) => id));
  const unlisted = [...held.values()].filter(({ entry }) => !listed.has(entry.id)).map(({ entry }) => entry);
  return [...entries, ...unlisted].map((entry) => ({
    id: entry.id,
    state: held.get(entry.id)?.listedAs ?? entry.state,
    created_at: entry.created_at,
    entry,
  }));
}

/** Merges a response that has only the changes into the queue: newest first, as a whole response is. */
export function mergeQueue({ data }: ActiveQueue, { data: changes, removed = [], ...rest }: ActiveQueue): ActiveQueue {
  const replaced = new Set([...removed, ...changes.map(({ id }) => id)]);
  const entries = [...changes, ...data.filter(({ id }) => !replaced.has(id))];
  return { ...rest, data: entries.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id) };
}

export function countByTab(placed: readonly Pick<Listed, 'state'>[]): Record<QueueTab, number> {
  const counts = { new: 0, preparing: 0, done: 0, all: 0 };
  for (const { id, states } of QUEUE_TABS) counts[id] = placed.filter(({ state }) => states.includes(state)).length;
  return counts;
}

export interface QueueGroups {
  /** A customer's food that waits to be collected. It comes first, under the reminder. */
  ready: Listed[];
  rest: Listed[];
}

/** Returns a tab's entries: new, busy, done, each newest first or oldest first. */
export function arrange(
  placed: readonly Listed[],
  { tab, order, audience }: { tab: QueueTab; order: SortOrder; audience: QueueAudience },
): QueueGroups {
  const { states } = tabTexts(tab);
  const shown = sortQueue(
    placed.filter(({ state }) => states.includes(state)),
    order,
  );
  if (audience === 'vendor') return { ready: [], rest: shown };
  return { ready: shown.filter(({ state }) => state === 'done'), rest: shown.filter(({ state }) => state !== 'done') };
}

/** Returns the new entries that arrived after the screen opened. There are none before the first list is known. */
export function arrivedSince(known: ReadonlySet<number> | undefined, entries: readonly QueueEntry[]): QueueEntry[] {
  if (!known) return [];
  return entries.filter(({ id, state }) => state === 'new' && !known.has(id));
}

/**
 * Returns the entries of a page's first list that count as announced: all except those that became done since the page started and were not
 * seen done on this device. Both times are the server's, so a wrong clock of the device changes nothing.
 * @param openMs how long the page had been open at the response, in milliseconds
 * @param seen by the entry's id
 */
export function announcedAtStart(
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

/** Returns collected orders, newest first. */
export function previousOrders(orders: readonly Order[]): Order[] {
  return orders
    .filter(({ state }) => state === 'completed')
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
}

/** Explains a refused move. The response does not name who moved the entry. */
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

/** The delay where the time of a change has passed and the response still has the old state. */
const AGAIN_MS = 20_000;
/** The delay where the time has just passed. The response may have been on its way then, so the next one has the new state. */
const SOON_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Returns the delay in milliseconds after which a stall that opens or closes by itself is requested again, or false where it
 * does not change. The delay is at most a day, since a browser's timer cannot wait longer than 24 days.
 */
export function changeDelay(changesAt: string | null | undefined, now: number): number | false {
  if (!changesAt) return false;
  const ahead = Date.parse(changesAt) - now;
  if (ahead > 0) return Math.min(ahead, DAY_MS);
  return ahead > -AGAIN_MS ? SOON_MS : AGAIN_MS;
}
