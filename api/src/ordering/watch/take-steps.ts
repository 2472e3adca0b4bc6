/** Takes the steps of the watch about orders that no one has seen. */

import type { Queryable, Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { describeDelivery } from 'shared-contracts/rules/delivery';
import type { DeliveryMethod, DeliveryMethodType, WatchSettings, WatchStep } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import type { StoredHours } from '../../menu/hours/opening.rules';
import { announce, userChannel, vendorChannel } from '../../messages/realtime/events';
import { plural, t } from '../../words';
import { hallPath, operatorsOf, peopleOfStall, stallPath, tell, type WatchNotice } from './notices';
import { DEFAULT_MINUTES, dueStep, isWatched, MINUTE_MS, numberOf, OLDEST_MS } from './watch.rules';

interface UnseenRow extends Omit<StoredHours, 'is_stopped'>, WatchSettings {
  id: number;
  vendor_id: number;
  venue_id: number;
  placed_at: Date;
  watch_step: number;
  watch_step_at: Date | null;
}

/** The shortest time that a stall can set for its first step. */
const SHORTEST_MS = MINUTE_MS;

/** The orders of a stall for which the same step is due. */
interface Due {
  vendorId: number;
  venueId: number;
  step: WatchStep;
  /** The ids of the queue entries. */
  ids: number[];
}

/** Takes each step that is due. Another process may do so at the same time: each step happens once. */
export async function takeSteps({ db, outbox, clock, log }: Pick<Deps, 'db' | 'outbox' | 'clock' | 'log'>) {
  const now = clock.now();
  for (const due of dueOf(await unseenOrders(db, now), now)) {
    try {
      await outbox.transaction((trx) => takeStep(trx, due, now));
    } catch (error) {
      // The next round tries again, and the orders of other stalls go on.
      log.error({ err: error, vendorId: due.vendorId, step: due.step }, 'watch: a step failed');
    }
  }
}

async function unseenOrders(db: Queryable, now: Date): Promise<UnseenRow[]> {
  const { rows } = await sql<UnseenRow>`
    select entry.id, entry.vendor_id, vendors.venue_id, entry.created_at as placed_at, entry.watch_step, entry.watch_step_at,
      vendors.accepting_orders, vendors.follows_schedule, ${hoursInForce()} as opening_hours, venues.timezone,
      coalesce(watch.ring_minutes, ${DEFAULT_MINUTES.ring_minutes}) as ring_minutes,
      coalesce(watch.staff_minutes, ${DEFAULT_MINUTES.staff_minutes}) as staff_minutes,
      coalesce(watch.hall_minutes, ${DEFAULT_MINUTES.hall_minutes}) as hall_minutes
    from queue_entries entry
    join vendors on vendors.id = entry.vendor_id
    join venues on venues.id = vendors.venue_id
    left join vendor_watches watch on watch.vendor_id = entry.vendor_id
    where entry.seen_at is null and entry.state = 'new' and entry.cancelled_at is null and entry.watch_step < 3
      and entry.created_at > ${new Date(now.getTime() - OLDEST_MS)}
      and entry.created_at <= ${new Date(now.getTime() - SHORTEST_MS)}
      and vendors.is_active and venues.is_active
    order by entry.vendor_id, entry.id`.execute(db);
  return rows;
}

/** Groups the orders by stall and step, so that several orders of a stall are one notice. */
function dueOf(rows: readonly UnseenRow[], now: Date): Due[] {
  const groups = new Map<string, Due>();
  for (const row of rows) {
    const order = { placedAt: row.placed_at, step: row.watch_step, stepAt: row.watch_step_at };
    const step = dueStep(order, row, now);
    if (step === null || !isWatched(row, now)) continue;
    const key = `${row.vendor_id} ${step}`;
    const group = groups.get(key) ?? { vendorId: row.vendor_id, venueId: row.venue_id, step, ids: [] };
    group.ids.push(row.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface TakenRow {
  order_id: number;
  user_id: number;
  order_number: string | null;
  vendor_name: string;
  placed_at: Date;
  customer: string;
  delivery_method: DeliveryMethod | null;
  delivery_method_type: DeliveryMethodType | null;
  delivery_method_location: string;
}

async function takeStep(trx: Trx, { vendorId, venueId, step, ids }: Due, now: Date): Promise<void> {
  const orders = await storeStep(trx, { ids, step: numberOf(step), now });
  if (orders.length === 0) return;
  switch (step) {
    case 'ring':
      return announce(trx, [
        {
          name: 'OrdersUnseen',
          channels: [vendorChannel(vendorId)],
          payload: { vendor_id: vendorId, order_ids: orders.map(({ order_id }) => order_id) },
        },
        ...orders.map((order) => guestHint(order, vendorId)),
      ]);
    case 'staff': {
      const write = () => stallNotice(orders, now);
      return tell(trx, await peopleOfStall(trx, vendorId), { path: stallPath(vendorId), now, write });
    }
    case 'hall': {
      await announce(
        trx,
        orders.map((order) => guestHint(order, vendorId)),
      );
      const write = () => hallNotice(orders, now);
      return tell(trx, await operatorsOf(trx, venueId), { path: hallPath(venueId), now, write });
    }
  }
}

/** Stores the step for those orders that are still unseen and one step before it. @returns these orders, the oldest first */
async function storeStep(
  trx: Trx,
  { ids, step, now }: { ids: readonly number[]; step: number; now: Date },
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    with due as materialized (
      select id from queue_entries
      where id = any(${[...ids]}::bigint[]) and watch_step = ${step - 1} and seen_at is null and state = 'new' and cancelled_at is null
      order by id for no key update),
    taken as (
      update queue_entries entry set watch_step = ${step}, watch_step_at = ${now} from due where entry.id = due.id
      returning entry.order_id, entry.user_id, entry.created_at)
    select orders.id as order_id, orders.user_id, orders.order_number, orders.vendor_name, taken.created_at as placed_at,
      users.name as customer, orders.delivery_method, orders.delivery_method_type, orders.delivery_method_location
    from taken join orders on orders.id = taken.order_id join users on users.id = orders.user_id
    order by taken.created_at, orders.id`.execute(trx);
  return rows;
}

/** The page of the guest fetches the order again: it says now that the stall has not seen it, or that the hall knows. */
const guestHint = ({ order_id, user_id }: TakenRow, vendorId: number) => ({
  name: 'OrderUpdated' as const,
  channels: [userChannel(user_id)],
  payload: { order: { id: order_id, state: 'placed' as const }, vendor_id: vendorId },
});

function stallNotice(orders: readonly TakenRow[], now: Date): WatchNotice {
  return {
    title: titleOf(orders),
    sentences: [...orders.map((order) => waitText(order, now)), t('Open the queue of your stall and pick it up.')],
  };
}

function hallNotice(orders: readonly TakenRow[], now: Date): WatchNotice {
  return {
    title: titleOf(orders),
    sentences: [
      ...orders.map((order) => `${waitText(order, now)} ${customerText(order)}`),
      t('The people of the stall were told some minutes ago.'),
    ],
  };
}

function titleOf(orders: readonly TakenRow[]): string {
  const [oldest] = orders;
  const vendor = oldest?.vendor_name ?? '';
  return plural(
    orders.length,
    {
      one: 'Order {number} at {vendor} has not been seen.',
      other: '# orders at {vendor} have not been seen.',
    },
    { number: numberText(oldest), vendor },
  );
}

function waitText(order: TakenRow, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - order.placed_at.getTime()) / MINUTE_MS));
  return plural(
    minutes,
    {
      one: 'Order {number} has waited # minute and no one has seen it.',
      other: 'Order {number} has waited # minutes and no one has seen it.',
    },
    { number: numberText(order) },
  );
}

const customerText = ({ customer, ...order }: TakenRow): string =>
  t('Customer: {customer}. {place}.', { customer, place: locationText(order) });

/** 'Collect', or where it is delivered: 'Deliver to Table 12'. */
export const locationText = (
  order: Pick<TakenRow, 'delivery_method' | 'delivery_method_type' | 'delivery_method_location'>,
): string =>
  describeDelivery({
    method: order.delivery_method ?? 'collect',
    type: order.delivery_method_type ?? '',
    location: order.delivery_method_location,
  });

const numberText = (order: Pick<TakenRow, 'order_id' | 'order_number'> | undefined): string =>
  order?.order_number ?? `#${order?.order_id ?? ''}`;
