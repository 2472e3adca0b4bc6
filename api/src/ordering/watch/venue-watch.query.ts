import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import type { DeliveryMethod, DeliveryMethodType, VenueWatch } from 'shared-contracts/types';
import { t } from '../../words';
import { locationText } from './take-steps';
import { LATE_MS, OLDEST_MS, SILENT_MS, stepNamed } from './watch.rules';

/** The longest list that an operator reads. */
const MOST = 200;

interface OrderRow {
  id: number;
  order_number: string | null;
  placed_at: Date;
  vendor_id: number;
  vendor_name: string;
}

interface UnseenRow extends OrderRow {
  watch_step: number;
  customer: string;
  delivery_method: DeliveryMethod | null;
  delivery_method_type: DeliveryMethodType | null;
  delivery_method_location: string;
}

/** Returns what the operators of a hall see of its orders and stalls. @throws ApiError 404 */
export async function venueWatch(db: Queryable, venueId: number, now: Date): Promise<VenueWatch> {
  const venue = await db
    .selectFrom('venues')
    .select('stops_silent_stalls')
    .where('id', '=', venueId)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  return {
    unseen: { data: (await unseenOrders(db, venueId, now)).map(presentUnseen) },
    silent: { data: await silentStalls(db, venueId, now) },
    late: { data: await lateOrders(db, venueId, now) },
    stops_silent_stalls: venue.stops_silent_stalls,
  };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

async function unseenOrders(db: Queryable, venueId: number, now: Date): Promise<UnseenRow[]> {
  const { rows } = await sql<UnseenRow>`
    select orders.id, orders.order_number, entry.created_at as placed_at, entry.vendor_id, orders.vendor_name, entry.watch_step,
      users.name as customer, orders.delivery_method, orders.delivery_method_type, orders.delivery_method_location
    from queue_entries entry join orders on orders.id = entry.order_id join users on users.id = orders.user_id
    where entry.seen_at is null and entry.state = 'new' and entry.cancelled_at is null and entry.watch_step > 0
      and entry.created_at > ${before(now, OLDEST_MS)} and orders.venue_id = ${venueId}
    order by entry.created_at, orders.id limit ${MOST}`.execute(db);
  return rows;
}

const presentOrder = ({ id, order_number, placed_at }: OrderRow) => ({
  id,
  order_number,
  placed_at: placed_at.toISOString(),
});
const presentVendor = ({ vendor_id, vendor_name }: OrderRow) => ({ id: vendor_id, name: vendor_name });

const presentUnseen = (row: UnseenRow): VenueWatch['unseen']['data'][number] => ({
  order: presentOrder(row),
  vendor: presentVendor(row),
  customer: row.customer,
  location: locationText(row),
  step: stepNamed(row.watch_step) ?? 'ring',
});

async function silentStalls(db: Queryable, venueId: number, now: Date): Promise<VenueWatch['silent']['data']> {
  const rows = await db
    .selectFrom('vendor_watches')
    .innerJoin('vendors', 'vendors.id', 'vendor_watches.vendor_id')
    .select(['vendors.id', 'vendors.name', 'silent_since'])
    .where('venue_id', '=', venueId)
    .where('vendors.is_active', '=', true)
    .where('silent_since', '<=', before(now, SILENT_MS))
    .orderBy('silent_since')
    .orderBy('vendors.id')
    .execute();
  return rows.flatMap(({ id, name, silent_since }) =>
    silent_since ? [{ vendor: { id, name }, since: silent_since.toISOString() }] : [],
  );
}

async function lateOrders(db: Queryable, venueId: number, now: Date): Promise<VenueWatch['late']['data']> {
  const { rows } = await sql<OrderRow & { promised_at: Date }>`
    select orders.id, orders.order_number, entry.created_at as placed_at, entry.vendor_id, orders.vendor_name, entry.promised_at
    from queue_entries entry join orders on orders.id = entry.order_id
    where entry.promised_at <= ${before(now, LATE_MS)} and entry.state in ('new', 'busy') and entry.cancelled_at is null
      and entry.created_at > ${before(now, OLDEST_MS)} and orders.venue_id = ${venueId}
    order by entry.promised_at, orders.id limit ${MOST}`.execute(db);
  return rows.map((row) => ({
    order: presentOrder(row),
    vendor: presentVendor(row),
    promised_at: row.promised_at.toISOString(),
  }));
}
