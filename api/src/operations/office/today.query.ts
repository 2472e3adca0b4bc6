/** Reads the day of a hall so far: its money by stall and hour, and what an operator has to look at. */
import type { PaymentsMode } from 'core/config';
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { HallToday } from 'shared-contracts/types';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import { modeOf, openingOf } from '../../menu/hours/opening.rules';
import { stateOfRefund } from '../../ordering/orders/order.presenter';
import { siteIsLive } from '../../payments/core/payments-mode';
import { refusedTransfers } from '../../payments/transfers/refused-transfers';
import { t } from '../../words';
import { hallStart } from './start.query';

/** The longest list that an operator reads. */
const MOST = 100;
/** A ticket waits this long before an operator has to look at it. */
const UNPRINTED_MS = 3 * 60_000;
/** An older ticket is of no use to the kitchen. */
const OLDEST_MS = 6 * 3_600_000;

interface Hall {
  id: number;
  timezone: string;
  day: string;
}

/** @throws ApiError 404 */
export async function hallToday(
  db: Queryable,
  { venueId, now, payments }: { venueId: number; now: Date; payments: PaymentsMode },
): Promise<HallToday> {
  const { rows } = await sql<Hall>`
    select id, timezone, to_char(${now}::timestamptz at time zone timezone, 'YYYY-MM-DD') as day
    from venues where id = ${venueId} and removed_at is null`.execute(db);
  const [hall] = rows;
  if (!hall) throw notFound(t('Venue not found.'));
  return {
    day: hall.day,
    start: await hallStart(db, venueId, payments),
    takings: { data: await takingsOf(db, hall) },
    closed: { data: await closedStalls(db, hall, now) },
    mismatches: { data: await mismatches(db, hall) },
    refunds: { data: await openRefunds(db, hall) },
    refused_transfers: { data: await refusedTransfers(db, hall.id) },
    unprinted: { data: await unprintedOrders(db, hall, now) },
  };
}

const isToday = (column: string, { day, timezone }: Hall) =>
  sql`(${sql.ref(column)} >= ${day}::date::timestamp at time zone ${timezone}
    and ${sql.ref(column)} < (${day}::date + 1)::timestamp at time zone ${timezone})`;

interface TakingsRow {
  currency: string;
  currency_symbol: string;
  vendor_id: number;
  vendor_name: string;
  hour: number;
  orders: number;
  gross_minor: number;
}

/** Sums the orders of the day. Tips are no sales, so neither the sums nor the refunds have them. A payment of another mode does not count, as in the reports. */
async function takingsOf(db: Queryable, hall: Hall): Promise<HallToday['takings']['data']> {
  const { rows } = await sql<TakingsRow>`
    select o.currency, o.currency_symbol, o.vendor_id, max(o.vendor_name) as vendor_name,
      extract(hour from o.placed_at at time zone ${hall.timezone})::integer as hour, count(*)::integer as orders,
      sum(o.total_minor + o.service_fee_minor
        + case when o.is_tax_included then 0 else o.tax_minor + o.service_fee_tax_minor end)::bigint as gross_minor
    from orders o
    where o.venue_id = ${hall.id} and o.state <> 'cart' and ${isToday('o.placed_at', hall)}
      and not exists (select from payment_attempts attempt
        where attempt.cart_id = o.cart_id and attempt.state = 'succeeded' and attempt.is_live <> ${siteIsLive})
    group by o.currency, o.currency_symbol, o.vendor_id, hour
    order by hour`.execute(db);
  const { rows: refunds } = await sql<{ currency: string; vendor_id: number; minor: number }>`
    select o.currency, o.vendor_id, sum(refund.amount_minor - refund.tip_minor)::bigint as minor
    from order_refunds refund join orders o on o.id = refund.order_id
      join payment_attempts attempt on attempt.id = refund.attempt_id and attempt.is_live = ${siteIsLive}
    where o.venue_id = ${hall.id} and refund.state not in ('failed', 'void') and ${isToday('refund.created_at', hall)}
    group by o.currency, o.vendor_id`.execute(db);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const refunded = refunds.filter((row) => row.currency === currency);
    const major = (minor: number) => toMajor(minor, currency);
    const takings = (some: readonly TakingsRow[]) => ({
      orders: sum(some.map(({ orders }) => orders)),
      gross: major(sum(some.map(({ gross_minor }) => Number(gross_minor)))),
    });
    const hours = own.map(({ hour }) => hour);
    const first = Math.min(...hours);
    const vendorIds = [...new Set(own.map(({ vendor_id }) => vendor_id))];
    return {
      currency,
      currency_symbol: own[0]?.currency_symbol ?? '',
      ...takings(own),
      refunds: major(sum(refunded.map(({ minor }) => Number(minor)))),
      hours: {
        data: Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => ({
          hour: first + at,
          ...takings(own.filter(({ hour }) => hour === first + at)),
        })),
      },
      stalls: {
        data: vendorIds
          .map((id) => {
            const its = own.filter(({ vendor_id }) => vendor_id === id);
            const back = refunded.filter(({ vendor_id }) => vendor_id === id).map(({ minor }) => Number(minor));
            return {
              vendor: { id, name: its[0]?.vendor_name ?? '' },
              ...takings(its),
              refunds: major(sum(back)),
            };
          })
          .sort((one, other) => other.gross - one.gross),
      },
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

async function closedStalls(db: Queryable, { id, timezone }: Hall, now: Date): Promise<HallToday['closed']['data']> {
  const stalls = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['vendors.id', 'vendors.name', 'accepting_orders', 'follows_schedule', 'is_stopped'])
    .select(hoursInForce().as('opening_hours'))
    .where('venue_id', '=', id)
    .where('vendors.is_active', '=', true)
    .orderBy('vendors.position')
    .orderBy('vendors.id')
    .execute();
  return stalls
    .filter((stall) => !openingOf({ ...stall, timezone }, now).isOpen)
    .map((stall) => ({ vendor: { id: stall.id, name: stall.name }, mode: modeOf(stall) }));
}

async function mismatches(db: Queryable, { id }: Hall): Promise<HallToday['mismatches']['data']> {
  const rows = await db
    .selectFrom('payment_alerts as alert')
    .innerJoin('payment_attempts as attempt', 'attempt.id', 'alert.attempt_id')
    .innerJoin('users', 'users.id', 'attempt.user_id')
    .select(['alert.id', 'users.name as customer', 'attempt.provider', 'attempt.reference', 'alert.created_at'])
    .select(['asked_minor', 'asked_currency', 'received_minor', 'received_currency'])
    .where('attempt.venue_id', '=', id)
    .where('alert.seen_at', 'is', null)
    .orderBy('alert.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ asked_minor, received_minor, created_at, ...row }) => ({
    ...row,
    asked: toMajor(asked_minor, row.asked_currency),
    received: toMajor(received_minor, row.received_currency),
    created_at: created_at.toISOString(),
  }));
}

async function openRefunds(db: Queryable, { id }: Hall): Promise<HallToday['refunds']['data']> {
  const rows = await db
    .selectFrom('order_refunds as refund')
    .innerJoin('orders', 'orders.id', 'refund.order_id')
    .select(['refund.id', 'refund.state', 'refund.tries', 'amount_minor', 'refund.created_at'])
    .select(['orders.id as order_id', 'order_number', 'vendor_id', 'vendor_name', 'currency', 'currency_symbol'])
    .where('orders.venue_id', '=', id)
    .where((refund) =>
      refund.or([
        refund('refund.state', '=', 'unclear'),
        refund.and([refund('refund.state', 'in', ['wanted', 'asked']), refund('refund.tries', '>', 0)]),
        // A failed one is done with once the order has a later refund.
        refund.and([
          refund('refund.state', '=', 'failed'),
          refund.not(
            refund.exists(
              refund
                .selectFrom('order_refunds as later')
                .select('later.id')
                .whereRef('later.order_id', '=', 'refund.order_id')
                .whereRef('later.id', '>', 'refund.id'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('refund.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.flatMap((row) => {
    const state = row.state === 'void' ? 'refunded' : stateOfRefund({ state: row.state, tries: row.tries });
    if (state !== 'unclear' && state !== 'failed' && state !== 'delayed') return [];
    return [
      {
        id: row.id,
        order: { id: row.order_id, order_number: row.order_number },
        vendor: { id: row.vendor_id, name: row.vendor_name },
        amount: toMajor(row.amount_minor, row.currency),
        currency: row.currency,
        currency_symbol: row.currency_symbol,
        state,
        created_at: row.created_at.toISOString(),
      },
    ];
  });
}

interface UnprintedRow {
  id: number;
  order_number: string | null;
  vendor_id: number;
  vendor_name: string;
  since: Date;
}

async function unprintedOrders(db: Queryable, { id }: Hall, now: Date): Promise<HallToday['unprinted']['data']> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<UnprintedRow>`
    select o.id, o.order_number, o.vendor_id, o.vendor_name, min(job.created_at) as since
    from print_jobs job join orders o on o.id = job.order_id join queue_entries entry on entry.order_id = o.id
    where o.venue_id = ${id} and job.created_at > ${before(OLDEST_MS)}
      and (job.state = 'failed' and job.problem is distinct from 'cancelled' and job.problem is distinct from 'removed'
        or job.state in ('queued', 'sent') and job.created_at < ${before(UNPRINTED_MS)})
      and entry.state in ('new', 'busy') and entry.cancelled_at is null
      -- Another copy may have been printed since.
      and not exists (select from print_jobs later where later.order_id = o.id and later.state = 'printed'
        and later.document = job.document and later.id > job.id)
    group by o.id, o.order_number, o.vendor_id, o.vendor_name
    order by since limit ${MOST}`.execute(db);
  return rows.map((row) => ({
    order: { id: row.id, order_number: row.order_number },
    vendor: { id: row.vendor_id, name: row.vendor_name },
    since: row.since.toISOString(),
  }));
}
