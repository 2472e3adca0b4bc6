/** Arranges a list of entries for the queue screen: which tab holds each, in which order, under which words. */
import type { NotificationRecord } from 'shared-contracts/local-keys';
import { labelOf, sortQueue } from 'shared-contracts/rules/queue-state';
import type { ActiveQueue, Order, QueueEntry, QueueState } from 'shared-contracts/types';
import { orderLabel } from '../order/order-words.rules';
import { t } from '../words';

export type QueueTab = 'new' | 'preparing' | 'done' | 'all';
export type SortOrder = 'newest' | 'oldest';
export type QueueAudience = 'customer' | 'vendor';

interface Tab {
  id: QueueTab;
  states: readonly QueueState[];
}

export const QUEUE_TABS: readonly Tab[] = [
  { id: 'new', states: ['new'] },
  { id: 'preparing', states: ['busy'] },
  { id: 'done', states: ['done'] },
  { id: 'all', states: ['new', 'busy', 'done'] },
];

export const emptyQueueText = (): string => t('You have no orders in the queue right now');

/** Returns the tab that `?filter=` names, or New where it names none. */
export function parseTab(filter: string | null): QueueTab {
  return QUEUE_TABS.find(({ id }) => id === filter)?.id ?? 'new';
}

export function tabLabel(tab: QueueTab): string {
  return { new: t('New'), preparing: t('Preparing'), done: t('Done'), all: t('All') }[tab];
}

export function tabHeading(tab: QueueTab): string {
  return {
    new: t('New Orders'),
    preparing: t('Orders in Progress'),
    done: t('Completed Orders'),
    all: t('All Orders'),
  }[tab];
}

function statesIn(tab: QueueTab): readonly QueueState[] {
  const found = QUEUE_TABS.find(({ id }) => id === tab);
  if (!found) throw new Error(`There is no tab '${tab}'`);
  return found.states;
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
  const states = statesIn(tab);
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
  const number = orderLabel(current.order);
  if (current.order.state === 'cancelled') return t('Order {number} was cancelled.', { number });
  const isCollected = current.state === 'collected';
  const state = labelOf(current.state);
  if (audience === 'vendor') {
    return isCollected
      ? t('A colleague or the customer was first: order {number} is {state} now.', { number, state })
      : t('A colleague was first: order {number} is {state} now.', { number, state });
  }
  if (isCollected) return t('Order {number} was already marked as received.', { number });
  const vendor = current.order.vendor.name;
  return t('{vendor} moved order {number}: it is {state} now.', { vendor, number, state });
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
