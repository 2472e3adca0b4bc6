// Makes orders by the thousand: SQL copies one that was bought over HTTP.
import { one, vendorSchema } from 'shared-contracts/schemas';
import { type Account, logIn } from '../../client/accounts';
import { clientOf } from '../../client/http';
import { itemsOf, prepareOrder, putInCart, vendorNamed } from '../../client/orders';
import { KUMO } from '../support/site';
import type { Subject } from './subject';

export const LIVE = 300;
/** The number of people. Each has a session. */
const PEOPLE = 1_000;

/** Returns the session token of one of the people, from 1 on. */
const tokenOf = (person: number): string => String(person).padStart(43, '0');

/** Returns a client for one of the people that `openMarket` made. */
export const personOf = ({ send }: Subject, person: number) => clientOf(send, tokenOf(person));

export interface Market {
  staff: Account;
  buyer: Account;
  vendorId: number;
}

/** Signs in the vendor's staff and buys an order of two lines, which `copyOrders` copies. Then it makes PEOPLE. */
export async function openMarket(subject: Subject): Promise<Market> {
  const staff = await logIn(subject.send, 'vendor@foodhall.test');
  const buyer = await logIn(subject.send, 'customer@foodhall.test');
  const vendor = await vendorNamed(buyer, 1, KUMO);
  await putInCart(buyer, vendor, itemsOf((await buyer.get(`/vendors/${vendor.id}`, one(vendorSchema))).data)[1]?.name);
  const { settle } = await prepareOrder(buyer, subject.sandbox);
  await settle();
  await subject.runSql(MAKE_PEOPLE);
  return { staff, buyer, vendorId: vendor.id };
}

const MAKE_PEOPLE = `
  with made as (
    insert into users (name, email) select 'Guest ' || n, 'guest-' || n || '@foodhall.test' from generate_series(1, ${PEOPLE}) n
    returning id, substr(email, 7, position('@' in email) - 7) as n)
  insert into tokens (user_id, token_hash, expires_at)
  select id, sha256(convert_to(lpad(n, 43, '0'), 'UTF8')), now() + interval '1 day' from made`;

/**
 * Statements that copy the bought order with its lines. Each copy is a minute older than the one before and paid by another person. Their
 * rows look as the commands leave them, so the constraints are not checked again.
 */
export const copyOrders = (count: number, state: 'live' | 'past'): string => `
  begin;
  set local session_replication_role = replica;
  create temporary table copy on commit drop as
    select n, nextval('carts_id_seq') as cart_id, nextval('orders_id_seq') as order_id, users.id as user_id,
      now() - n * interval '1 minute'${state === 'past' ? " - interval '1 day'" : ''} as at
    from generate_series(1, ${count}) n
    join users on users.email = 'guest-' || 1 + n % ${PEOPLE} || '@foodhall.test';
  create temporary table bought on commit drop as select * from orders where state = 'placed' order by id limit 1;
  insert into carts (id, user_id, venue_id, state, paid_at, payment_number) overriding system value
    select copy.cart_id, copy.user_id, venue_id, 'paid', at, 'bench-' || copy.cart_id from bought, copy;
  insert into orders (id, cart_id, user_id, venue_id, vendor_id, state, order_number, order_day, placed_at, completed_at, created_at,
      vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, delivery_method, delivery_method_type) overriding system value
    select copy.order_id, copy.cart_id, copy.user_id, venue_id, vendor_id, '${state === 'past' ? 'completed' : 'placed'}',
      'X-' || copy.order_id, at::date, at, ${state === 'past' ? 'at' : 'null'}, at,
      vendor_name, vendor_image_url, vendor_address_1, currency, currency_symbol, tax_name, tax_number, tax_rate_bp, is_tax_included,
      total_minor, tax_minor, delivery_method, delivery_method_type from bought, copy;
  insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, quantity, unit_minor, options_minor, total_minor)
    select copy.order_id, item_id, variant_id, line_key, item_name, variant_name, quantity, unit_minor, options_minor, order_items.total_minor
    from order_items join bought on bought.id = order_items.order_id, copy;
  insert into queue_entries (order_id, vendor_id, user_id, state, created_at, updated_at)
    select copy.order_id, vendor_id, copy.user_id,
      ${state === 'past' ? "'collected'" : "case when n % 5 < 3 then 'new' when n % 5 = 3 then 'busy' else 'done' end"}, at, at
    from bought, copy;
  insert into payment_attempts (cart_id, user_id, venue_id, provider, is_live, state, cart_version, amount_minor, currency, reference, snapshot,
      created_at, settled_at)
    select copy.cart_id, copy.user_id, venue_id, 'Stripe', false, 'succeeded', 1, greatest(total_minor + tax_minor, 1), currency,
      'bench-' || copy.cart_id, '{}', at, at from bought, copy;
  commit;
  analyze;`;
