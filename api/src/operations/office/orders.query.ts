/** Finds the orders of a hall for its operators, page by page, and reads what happened to one of them. */
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { type RawBuilder, sql } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { DeliveryMethod, DeliveryMethodType, HallOrder, HallOrders, OrderHistory } from 'shared-contracts/types';
import { locationText } from '../../ordering/watch/take-steps';
import { t } from '../../words';
import { type OrderSearch, readSearch } from './order-search.rules';

interface OrderRow {
  id: number;
  cart_id: number;
  order_number: string | null;
  state: HallOrder['state'];
  placed_at: Date;
  timezone: string;
  vendor_id: number;
  vendor_name: string;
  customer: string;
  email: string;
  delivery_method: DeliveryMethod | null;
  delivery_method_type: DeliveryMethodType | null;
  delivery_method_location: string;
  currency: string;
  currency_symbol: string;
  total_minor: number;
  refunded_minor: number;
}

const TOTAL = sql`(o.total_minor + o.service_fee_minor
  + case when o.is_tax_included then 0 else o.tax_minor + o.service_fee_tax_minor end + o.tip_minor)`;

const selectOrders = (where: RawBuilder<unknown>, limit: number) => sql<OrderRow>`
  select o.id, o.cart_id, o.order_number, o.placed_at, venue.timezone, o.vendor_id, o.vendor_name, o.currency, o.currency_symbol,
    o.delivery_method, o.delivery_method_type, o.delivery_method_location, users.name as customer, users.email,
    case when o.state = 'cancelled' then 'cancelled' else coalesce(entry.state, 'collected') end as state,
    ${TOTAL}::bigint as total_minor,
    coalesce((select sum(refund.amount_minor) from order_refunds refund
      where refund.order_id = o.id and refund.state not in ('failed', 'void')), 0)::bigint as refunded_minor
  from orders o join users on users.id = o.user_id join venues venue on venue.id = o.venue_id
    left join queue_entries entry on entry.order_id = o.id
  where o.state <> 'cart' and o.placed_at is not null and ${where}
  order by o.placed_at desc, o.id desc limit ${limit}`;

interface Page {
  venueId: number;
  search: string;
  /** The last order of the previous page. */
  after: number | null;
  limit: number;
}

/** @throws ApiError 404 for an unknown hall, or a page after an order that is not of it */
export async function hallOrders(db: Queryable, { venueId, search, after, limit }: Page): Promise<HallOrders> {
  const venue = await db.selectFrom('venues').select('currency').where('id', '=', venueId).executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  const wanted = readSearch(search, venue.currency);
  const conditions = [sql`o.venue_id = ${venueId}`];
  if (after !== null) {
    const last = await db
      .selectFrom('orders')
      .select('placed_at')
      .where('id', '=', after)
      .where('venue_id', '=', venueId)
      .executeTakeFirst();
    // A page after an unknown order would be empty, and a client would read that as the end.
    if (!last?.placed_at) throw notFound(t('Order not found.'));
    conditions.push(sql`(o.placed_at, o.id) < (${last.placed_at}, ${after})`);
  }
  if (wanted) conditions.push(matching(wanted));
  // One more than shown tells whether there is a next page.
  const { rows } = await selectOrders(sql.join(conditions, sql` and `), limit + 1).execute(db);
  const page = rows.slice(0, limit);
  return { data: page.map(presentOrder), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

function matching({ text, namePattern, email, numberEnd, amountMinor }: OrderSearch): RawBuilder<unknown> {
  const ways = [
    sql`upper(o.order_number) = upper(${text})`,
    sql`users.name ilike ${namePattern}`,
    sql`(o.delivery_method = 'deliver' and lower(o.delivery_method_location) = lower(${text}))`,
    sql`exists (select from payment_attempts attempt where attempt.cart_id = o.cart_id and attempt.reference = ${text})`,
    sql`exists (select from order_refunds refund where refund.order_id = o.id and refund.provider_refund_id = ${text})`,
    sql`exists (select from carts where carts.id = o.cart_id and carts.payment_number = ${text})`,
  ];
  if (email !== null) ways.push(sql`users.email = ${email}`);
  if (numberEnd !== null) ways.push(sql`o.order_number like ${`%-${numberEnd}`}`);
  if (amountMinor !== null) ways.push(sql`${TOTAL} = ${amountMinor}`);
  return sql`(${sql.join(ways, sql` or `)})`;
}

const presentOrder = (row: OrderRow): HallOrder => ({
  id: row.id,
  order_number: row.order_number,
  state: row.state,
  placed_at: row.placed_at.toISOString(),
  timezone: row.timezone,
  vendor: { id: row.vendor_id, name: row.vendor_name },
  customer: { name: row.customer, email: row.email },
  location: locationText(row),
  total: toMajor(Number(row.total_minor), row.currency),
  refunded: toMajor(Number(row.refunded_minor), row.currency),
  currency: row.currency,
  currency_symbol: row.currency_symbol,
});

type HistoryEvent = OrderHistory['events']['data'][number];

/** @throws ApiError 404 */
export async function orderHistory(db: Queryable, orderId: number): Promise<OrderHistory> {
  const { rows } = await selectOrders(sql`o.id = ${orderId}`, 1).execute(db);
  const [row] = rows;
  if (!row) throw notFound(t('Order not found.'));
  return {
    order: presentOrder(row),
    payment: await paymentOf(db, row.cart_id),
    events: { data: await eventsOf(db, row) },
  };
}

async function paymentOf(db: Queryable, cartId: number): Promise<OrderHistory['payment']> {
  const payment = await db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('carts', 'carts.id', 'attempt.cart_id')
    .select(['provider', 'reference', 'payment_number', 'amount_minor', 'currency', 'settled_at', 'is_live'])
    .where('attempt.cart_id', '=', cartId)
    .where('attempt.state', '=', 'succeeded')
    .executeTakeFirst();
  if (!payment) return null;
  const { amount_minor, settled_at, ...rest } = payment;
  return { ...rest, amount: toMajor(amount_minor, rest.currency), settled_at: settled_at?.toISOString() ?? null };
}

/** Reads the events of an order, oldest first. */
async function eventsOf(db: Queryable, { id, cart_id, placed_at }: OrderRow): Promise<HistoryEvent[]> {
  const entry = await db
    .selectFrom('queue_entries')
    .select(['id', 'seen_at', 'notified_at', 'reprinted_at'])
    .where('order_id', '=', id)
    .executeTakeFirst();
  const moves = entry
    ? await db
        .selectFrom('queue_transitions')
        .leftJoin('users', 'users.id', 'queue_transitions.actor_id')
        .select(['to_state', 'is_undo', 'at', 'users.name as by'])
        .where('entry_id', '=', entry.id)
        .execute()
    : [];
  const cancellation = await db
    .selectFrom('order_cancellations')
    .innerJoin('users', 'users.id', 'order_cancellations.user_id')
    .select(['reason', 'cancelled_at', 'users.name'])
    .where('order_id', '=', id)
    .executeTakeFirst();
  const prints = await db
    .selectFrom('print_jobs')
    .select('ended_at')
    .where('order_id', '=', id)
    .where('state', '=', 'printed')
    .execute();
  const texts = await db
    .selectFrom('text_messages')
    .select('sent_at')
    .where('order_id', '=', id)
    .where('state', 'in', ['sent', 'delivered'])
    .execute();
  const emails = await emailsOf(db, { orderId: id, cartId: cart_id });
  const event = (kind: HistoryEvent['kind'], at: Date | null | undefined, more: Partial<HistoryEvent> = {}) =>
    at ? [{ at: at.toISOString(), kind, by: null, text: '', ...more }] : [];
  const events = [
    ...event('placed', placed_at),
    ...event('seen', entry?.seen_at),
    ...event('notified', entry?.notified_at),
    ...event('reprinted', entry?.reprinted_at),
    ...prints.flatMap(({ ended_at }) => event('printed', ended_at)),
    ...moves.flatMap(({ to_state, is_undo, at, by }) =>
      event(is_undo || to_state === 'new' ? 'undone' : to_state, at, { by }),
    ),
    ...texts.flatMap(({ sent_at }) => event('texted', sent_at)),
    ...emails.flatMap(({ kind, done_at }) => event(kind === 'receipt' ? 'receipt-emailed' : 'emailed', done_at)),
    ...event('cancelled', cancellation?.cancelled_at, {
      by: cancellation?.name ?? null,
      text: cancellation?.reason ?? '',
    }),
  ];
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

/** Reads when the mail server took the emails about an order: its receipts, and the news of a cancellation or a refund. */
async function emailsOf(
  db: Queryable,
  { orderId, cartId }: { orderId: number; cartId: number },
): Promise<{ kind: 'receipt' | 'order-email'; done_at: Date }[]> {
  const { rows } = await sql<{ kind: 'receipt' | 'order-email'; done_at: Date }>`
    select kind, done_at from outbox
    where kind = 'receipt' and payload ->> 'cartId' = ${String(cartId)} and done_at is not null and last_error is null
    union all select kind, done_at from outbox
    where kind = 'order-email' and payload ->> 'orderId' = ${String(orderId)} and done_at is not null and last_error is null`.execute(
    db,
  );
  return rows;
}
