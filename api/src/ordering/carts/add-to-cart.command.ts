import { createHash } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import type { OrdersTable } from 'core/database/types';
import { ApiError, conflict, constraintOf, invalid } from 'core/errors';
import { keyReused } from 'core/http/idempotency';
import type { Session } from 'core/http/session';
import type { Turns } from 'core/turns';
import { type RawBuilder, sql } from 'kysely';
import { currentLanguage, SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { TipChoice } from 'shared-contracts/rules/tips';
import type { OrderAmounts } from 'shared-contracts/rules/totals';
import { MAX_LINES, MAX_QUANTITY } from 'shared-contracts/schemas';
import type { Cart } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { presentItem } from '../../menu/catalog/catalog.presenter';
import { findItem } from '../../menu/catalog/catalog.repository';
import type { CatalogPlaces } from '../../menu/catalog/catalog-places';
import { itemIn } from '../../menu/catalog/menu-language.rules';
import { insertMessages } from '../../messages/outbox/enqueue';
import { EVENT_KIND, messagesOf } from '../../messages/realtime/events';
import { t } from '../../words';
import { lineTexts, optionTexts } from '../orders/line-texts';
import { presentCart } from './cart.presenter';
import { type CartRow, createCart, findCart, tipOf } from './cart.repository';
import { type Selectable, selectSelectable } from './selection.repository';
import { notOnMenu, type PricedLine, priceLine, type WantedLine } from './selection.rules';
import {
  type CartContents,
  cartUpdated,
  type LineInCart,
  type OrderInCart,
  priceContents,
  refuseTooMuch,
  selectNewCart,
  writeAmounts,
} from './write-cart';

type AddToCartDeps = Pick<Deps, 'db' | 'outbox' | 'clock'> & { places: CatalogPlaces };

export interface AddToCartInput {
  session: Session;
  wanted: WantedLine;
  /** The client's Idempotency-Key: a repeated request adds nothing. */
  idempotencyKey: string | null;
  socketId: string | null;
}

/**
 * Adds a line to the buyer's new cart of the venue, or increases an identical line. One statement reads everything that the addition
 * depends on, and one writes it, if the cart still has the version that was read. Otherwise the addition starts again (write-cart.ts gives
 * the reason). The additions of a buyer in this process take turns, so only another process or another kind of change can come between.
 * @throws ApiError as `priceLine`; 422 for a line of more than 999, a cart of more than 100 lines, and a key that another request has used
 */
export function addToCart(deps: AddToCartDeps, turns: Turns, input: AddToCartInput): Promise<Cart> {
  return turns.take(String(input.session.user.id), async () => {
    for (;;) {
      const cart = await tryToAdd(deps, input);
      if (cart) return cart;
    }
  });
}

/** @returns null if the cart no longer has the version that was read */
async function tryToAdd({ db, outbox, clock, places }: AddToCartDeps, input: AddToCartInput): Promise<Cart | null> {
  const { session, wanted } = input;
  const { earlier, selectable, cart: found, catalog_version } = await readContentsForAdd(db, input);
  const now = clock.now();
  if (earlier) return presentEarlier(db, { ...input, now }, earlier);
  if (!selectable) throw invalid({ variant_id: [notOnMenu()] });
  const languages = await otherLanguages(places, selectable, catalog_version);
  const line = await pricedOrRefused(db, { wanted, selectable, languages }, now);
  const tip = found && tipOf(found);
  const addition = additionOf({ wanted, selectable, line, languages, tip, orders: found?.orders ?? [] });
  const cart = found ?? (await createCart(db, session.user.id, wanted.venue_id));
  if (!cart) return null;
  const changed = { ...cart, version: cart.version + 1 };
  if (!(await write(db, input, changed, addition))) return null;
  outbox.wake(({ kind }) => kind === EVENT_KIND);
  const { currency, currency_symbol, tip_rates_bp } = selectable;
  return presentCart(db, changed, now, { currency, currency_symbol, tip_rates_bp, email: session.user.email });
}

interface Earlier {
  cart_id: number;
  /** The hash of the first request with the key. */
  hash: string;
}

interface State {
  earlier: Earlier | null;
  selectable: Selectable | null;
  cart: (CartRow & Pick<CartContents, 'orders'>) | null;
  /** The version of the catalogue in which `selectable` was read. */
  catalog_version: string;
}

/** Lists the other languages of the venue in which the stall's menu is whole. A venue of one language needs no judgement. */
async function otherLanguages(
  places: CatalogPlaces,
  { vendor_id, languages: [first, ...others] }: Selectable,
  catalogVersion: string,
): Promise<string[]> {
  if (others.length === 0) return [];
  const whole = await places.wholeLanguages(vendor_id, catalogVersion);
  return whole.filter((language) => language !== first);
}

/** Reads all of it in one statement, so that the content of the cart fits its version. */
async function readContentsForAdd(db: Queryable, { session, wanted, idempotencyKey }: AddToCartInput): Promise<State> {
  const { rows } = await sql<State>`
    select
      (select json_build_object('cart_id', cart_id, 'hash', encode(request_hash, 'hex')) from idempotency_keys
        where user_id = ${session.user.id} and key = ${idempotencyKey}) as earlier,
      (select row_to_json(selectable) from (${selectSelectable(wanted.variant_id)}) selectable) as selectable,
      (select version::text from catalog_version) as catalog_version,
      (select row_to_json(cart) from (${selectNewCart(session.user.id, wanted.venue_id)}) cart) as cart`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The database sent no row.');
  return state;
}

/** A 409 contains the current item of the menu, or null if it no longer exists. */
async function pricedOrRefused(
  db: Queryable,
  { wanted, selectable, languages }: Pick<NewLine, 'wanted' | 'selectable' | 'languages'>,
  now: Date,
): Promise<PricedLine> {
  const [first = SOURCE_LANGUAGE] = selectable.languages;
  const language = languages.find((each) => each === currentLanguage()) ?? first;
  try {
    return priceLine(wanted, selectable, { now, language });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const item = await findItem(db, selectable.item_id, false);
    throw conflict(error.code, error.message, item ? presentItem(itemIn(item, language), language) : null);
  }
}

async function presentEarlier(
  db: Queryable,
  { wanted, now }: AddToCartInput & { now: Date },
  { cart_id, hash }: Earlier,
): Promise<Cart> {
  if (hash !== hashOf(wanted)) throw keyReused();
  const cart = await findCart(db, cart_id);
  if (!cart) throw new Error(`The cart ${cart_id} of a key is not there.`);
  return presentCart(db, cart, now);
}

function hashOf(wanted: WantedLine): string {
  const { venue_id, vendor_id, variant_id, quantity, price, total, options, notes } = wanted;
  const request = [venue_id, vendor_id, variant_id, quantity, price, total, options.map(({ id }) => id), notes];
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}

interface NewLine {
  wanted: WantedLine;
  selectable: Selectable;
  line: PricedLine;
  /** The other languages of the venue in which the stall's menu is whole. */
  languages: readonly string[];
  /** The tip of the cart. */
  tip: TipChoice | null;
  /** The orders in the cart. */
  orders: readonly OrderInCart[];
}

interface Addition extends NewLine {
  /** The order that gets the line; undefined if it must be created. */
  order: OrderInCart | undefined;
  /** The new quantity of the line, including the earlier quantity. */
  quantity: number;
  total_minor: number;
  /** The amounts of the existing orders, followed by those of the new order. */
  amounts: readonly OrderAmounts[];
}

/**
 * Returns the new or increased line, and the amounts of the cart's orders with it.
 * @throws ApiError 422 beyond the limits of a line, a cart or an order
 */
function additionOf(given: NewLine): Addition {
  const { wanted, selectable, line } = given;
  const order = given.orders.find(({ vendor_id }) => vendor_id === selectable.vendor_id);
  const same = order?.lines.find(({ key }) => key === line.key);
  const quantity = (same?.quantity ?? 0) + wanted.quantity;
  if (quantity > MAX_QUANTITY)
    throw invalid({ quantity: [t('At most {count} of one item.', { count: MAX_QUANTITY })] });
  const total_minor = (line.unitMinor + line.optionsMinor) * quantity;
  refuseTooMuch(total_minor);
  if (!same) refuseFullCart(given.orders);

  const tax = { tax_name: selectable.own_tax_name, tax_rate_bp: selectable.own_tax_rate_bp };
  const added = { key: line.key, quantity, total_minor, ...tax };
  const linesOf = (lines: readonly LineInCart[]) =>
    same ? lines.map((each) => (each === same ? added : each)) : [...lines, added];
  const orders = given.orders.map((each) => (each === order ? { ...each, lines: linesOf(each.lines) } : each));
  const { tax_name, tax_rate_bp, is_tax_included, service_charge_minor, currency } = selectable;
  const created = order ? [] : [{ tax_name, tax_rate_bp, is_tax_included, lines: [added] }];
  const amounts = priceContents({ currency, service_charge_minor, tip: given.tip, orders: [...orders, ...created] });
  return { ...given, order, quantity, total_minor, amounts };
}

/**
 * Writes the line, the amounts of the cart's orders, the key, and the event for the buyer's other screens. It writes nothing if the cart does
 * not have the version before this one. It also deletes the buyer's older keys, because no client repeats a request after a day.
 * @param cart with the version that the addition gives it
 */
async function write(db: Queryable, input: AddToCartInput, cart: CartRow, addition: Addition): Promise<boolean> {
  const { session, wanted, idempotencyKey, socketId } = input;
  const { selectable, line, languages, order, quantity, total_minor, orders, amounts } = addition;
  const options = line.options.map(({ texts, ...option }) => ({
    ...option,
    texts: optionTexts({ ...option, texts }, languages),
  }));
  const statement = sql`
    with cart as (
      update carts set version = ${cart.version}
      where id = ${cart.id} and version = ${cart.version - 1} and state = 'new' returning id),
    claimed as (
      insert into idempotency_keys (user_id, key, request_hash, cart_id)
      select ${session.user.id}::integer, ${idempotencyKey}::text, decode(${hashOf(wanted)}, 'hex'), cart.id from cart
      where ${idempotencyKey}::text is not null),
    outdated as (
      delete from idempotency_keys using cart
      where user_id = ${session.user.id} and key <> ${idempotencyKey} and created_at < now() - interval '1 day'),
    line_order as (${order ? sql`select ${order.id}::bigint as id from cart` : insertOrder(cart, selectable, amounts.at(-1))}),
    line as (
      insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, texts, notes,
        quantity, unit_minor, options_minor, total_minor, tax_name, tax_rate_bp)
      select line_order.id, ${selectable.item_id}::integer, ${selectable.variant_id}::integer, ${line.key}::text,
        ${selectable.item_name}::text, ${selectable.variant_name}::text,
        ${JSON.stringify(lineTexts(selectable, languages))}::jsonb, ${wanted.notes}::text,
        ${quantity}::integer, ${line.unitMinor}::integer, ${line.optionsMinor}::integer, ${total_minor}::integer,
        ${selectable.own_tax_name}::text, ${selectable.own_tax_rate_bp}::integer
      from line_order
      -- The merged line gets today's price and tax, which the buyer has just agreed to.
      on conflict (order_id, line_key) do update set quantity = excluded.quantity, unit_minor = excluded.unit_minor,
        options_minor = excluded.options_minor, total_minor = excluded.total_minor, tax_name = excluded.tax_name,
        tax_rate_bp = excluded.tax_rate_bp, texts = excluded.texts
      returning id),
    chosen as (
      insert into order_item_options (order_item_id, option_id, name, texts, price_minor)
      select line.id, option.id, option.name, option.texts, option.price_minor
      from line, json_to_recordset(${JSON.stringify(options)}::json) as option (id integer, name text, texts jsonb, price_minor integer)
      order by option.id
      on conflict (order_item_id, option_id) do update
        set name = excluded.name, texts = excluded.texts, price_minor = excluded.price_minor),
    priced as (${writeAmounts(orders, amounts, 'cart')}),
    announced as (${insertMessages(messagesOf([cartUpdated(cart)], socketId), 'cart')})
    select id from cart`;
  try {
    return (await statement.execute(db)).rows.length > 0;
  } catch (error) {
    // The key was added to another cart of the buyer at the same moment.
    if (constraintOf(error) === 'idempotency_keys_pkey') return false;
    throw error;
  }
}

/** Inserts one order for a vendor. It keeps the current names and tax terms. */
function insertOrder(cart: CartRow, selectable: Selectable, amounts: OrderAmounts | undefined): RawBuilder<unknown> {
  const order = {
    cart_id: cart.id,
    user_id: cart.user_id,
    venue_id: cart.venue_id,
    vendor_id: selectable.vendor_id,
    vendor_name: selectable.vendor_name,
    vendor_image_url: selectable.vendor_image_url,
    vendor_address_1: selectable.vendor_address_1,
    currency: selectable.currency,
    currency_symbol: selectable.currency_symbol,
    tax_name: selectable.tax_name,
    tax_number: selectable.tax_number,
    tax_rate_bp: selectable.tax_rate_bp,
    is_tax_included: selectable.is_tax_included,
    total_minor: amounts?.totalMinor,
    tax_minor: amounts?.taxMinor,
    service_fee_minor: amounts?.serviceFeeMinor,
    service_fee_tax_minor: amounts?.serviceFeeTaxMinor,
    tip_minor: amounts?.tipMinor ?? 0,
  } satisfies Partial<Record<keyof OrdersTable, unknown>>;
  const columns = Object.keys(order);
  return sql`
    insert into orders (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => sql.ref(`wanted.${column}`)))}
    from cart, jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb) wanted returning id`;
}

/** Every response contains the whole cart, so the number of its lines is limited. @throws ApiError 422 */
function refuseFullCart(orders: readonly OrderInCart[]): void {
  if (orders.reduce((sum, { lines }) => sum + lines.length, 0) < MAX_LINES) return;
  const message = t('Your cart is full: it holds {count} different items. Please order what is in it first.', {
    count: MAX_LINES,
  });
  throw invalid({ variant_id: [message] }, 'CART_FULL');
}
