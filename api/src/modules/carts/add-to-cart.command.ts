import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { OrderAmounts } from 'shared-contracts/rules/totals';
import { MAX_LINES, MAX_QUANTITY } from 'shared-contracts/schemas';
import type { Cart } from 'shared-contracts/types';
import type { Trx } from '../../database/kysely';
import type { OrdersTable } from '../../database/types';
import type { Deps } from '../../deps';
import { ApiError, conflict, invalid } from '../../errors';
import { keyReused } from '../../idempotency';
import { insertAnnouncement } from '../../outbox/events';
import type { Session } from '../../plugins/session';
import { presentItem } from '../catalog/catalog.presenter';
import { findItem } from '../catalog/catalog.repository';
import { presentCart } from './cart.presenter';
import {
  type CartContents,
  type CartRow,
  cartUpdated,
  findCart,
  type LineInCart,
  lockOrCreateCart,
  priceContents,
  readContents,
  refuseTooMuch,
  updateAmounts,
} from './cart.repository';
import { findSelectable, type Selectable } from './selection.repository';
import { NOT_ON_MENU, type PricedLine, priceLine, type WantedLine } from './selection.rules';

export interface AddToCartInput {
  session: Session;
  wanted: WantedLine;
  /** The client's Idempotency-Key: a request that is sent again adds nothing again. */
  idempotencyKey: string | null;
  socketId: string | null;
}

/**
 * Adds a line to the buyer's new cart of the venue, or to the identical line that is there.
 * @throws ApiError as `priceLine`; 422 for a line of more than 999, a cart of more than 100 lines, and for a key that was used for another request
 */
export function addToCart(deps: Deps, input: AddToCartInput): Promise<Cart> {
  const { session, wanted, idempotencyKey, socketId } = input;
  return deps.outbox.transaction(async (trx) => {
    const earlier = idempotencyKey === null ? null : await earlierCart(trx, input, idempotencyKey);
    if (earlier) return presentCart(trx, earlier);

    const selectable = await findSelectable(trx, wanted.variant_id);
    if (!selectable) throw invalid({ variant_id: [NOT_ON_MENU] });
    const line = await pricedOrRefused(trx, wanted, selectable);
    const cart = await lockOrCreateCart(trx, session.user.id, wanted.venue_id);
    if (idempotencyKey !== null && !(await claimKey(trx, input, idempotencyKey, cart))) {
      // The same request, sent twice at once: the other one held the lock and has added the line.
      const done = await earlierCart(trx, input, idempotencyKey);
      return presentCart(trx, done ?? cart);
    }
    const changed = { ...cart, version: cart.version + 1 };
    await addLine(trx, { cart: changed, wanted, selectable, line }, socketId);
    const { currency, currency_symbol } = selectable;
    return presentCart(trx, changed, { currency, currency_symbol, email: session.user.email });
  });
}

/** A 409 carries the item as the menu has it now, or null if it is gone. */
async function pricedOrRefused(trx: Trx, wanted: WantedLine, selectable: Selectable): Promise<PricedLine> {
  try {
    return priceLine(wanted, selectable);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const item = await findItem(trx, selectable.item_id, false);
    throw conflict(error.code, error.message, item ? presentItem(item) : null);
  }
}

async function earlierCart(trx: Trx, input: AddToCartInput, key: string): Promise<CartRow | null> {
  const earlier = await trx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'cart_id'])
    .where('user_id', '=', input.session.user.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!earlier) return null;
  if (!earlier.request_hash.equals(hashOf(input.wanted))) {
    throw keyReused();
  }
  return findCart(trx, earlier.cart_id);
}

/** False when the key is in use. No client repeats a request after a day, so the buyer's older keys are deleted. */
async function claimKey(trx: Trx, input: AddToCartInput, key: string, cart: CartRow): Promise<boolean> {
  const { rows } = await sql`
    with outdated as (
      delete from idempotency_keys
      where user_id = ${input.session.user.id} and key <> ${key} and created_at < now() - interval '1 day')
    insert into idempotency_keys (user_id, key, request_hash, cart_id)
    values (${input.session.user.id}, ${key}, ${hashOf(input.wanted)}, ${cart.id})
    on conflict (user_id, key) do nothing returning cart_id`.execute(trx);
  return rows.length > 0;
}

function hashOf(wanted: WantedLine): Buffer {
  const { venue_id, vendor_id, variant_id, quantity, price, total, options, notes } = wanted;
  const request = [venue_id, vendor_id, variant_id, quantity, price, total, options.map(({ id }) => id), notes];
  return createHash('sha256').update(JSON.stringify(request)).digest();
}

interface NewLine {
  /** With the version that the addition gives it. */
  cart: CartRow;
  wanted: WantedLine;
  selectable: Selectable;
  line: PricedLine;
}

/**
 * Adds the line, or adds to the identical one, prices the cart's orders again and tells the buyer's other screens. Each statement costs
 * more than what it does, so all is written in one.
 * @throws ApiError 422 beyond what a line, a cart or an order can hold
 */
async function addLine(
  trx: Trx,
  { cart, wanted, selectable, line }: NewLine,
  exceptSocketId: string | null,
): Promise<void> {
  const contents = await readContents(trx, cart);
  const order = contents.orders.find(({ vendor_id }) => vendor_id === selectable.vendor_id);
  const same = order?.lines.find(({ key }) => key === line.key);
  const quantity = (same?.quantity ?? 0) + wanted.quantity;
  if (quantity > MAX_QUANTITY) throw invalid({ quantity: [`At most ${MAX_QUANTITY} of one item.`] });
  const total_minor = (line.unitMinor + line.optionsMinor) * quantity;
  refuseTooMuch(total_minor);
  if (!same) refuseFullCart(contents);

  const added = { key: line.key, quantity, total_minor };
  const linesOf = (lines: readonly LineInCart[]) =>
    same ? lines.map((each) => (each === same ? added : each)) : [...lines, added];
  const orders = contents.orders.map((each) => (each === order ? { ...each, lines: linesOf(each.lines) } : each));
  const { tax_rate_bp, is_tax_included, vendor_id } = selectable;
  const created = order ? [] : [{ vendor_id, tax_rate_bp, is_tax_included, lines: [added] }];
  const amounts = priceContents({ ...contents, orders: [...orders, ...created] });

  await sql`
    with line_order as (${order ? sql`select ${order.id}::integer as id` : insertOrder(cart, selectable, amounts.at(-1))}),
    line as (
      insert into order_items (order_id, item_id, variant_id, line_key, item_name, variant_name, notes,
        quantity, unit_minor, options_minor, total_minor)
      select line_order.id, ${selectable.item_id}::integer, ${selectable.variant_id}::integer, ${line.key}::text,
        ${selectable.item_name}::text, ${selectable.variant_name}::text, ${wanted.notes}::text,
        ${quantity}::integer, ${line.unitMinor}::integer, ${line.optionsMinor}::integer, ${total_minor}::integer
      from line_order
      -- The merged line gets today's price, which the buyer has just agreed to.
      on conflict (order_id, line_key) do update set quantity = excluded.quantity, unit_minor = excluded.unit_minor,
        options_minor = excluded.options_minor, total_minor = excluded.total_minor
      returning id),
    chosen as (
      insert into order_item_options (order_item_id, option_id, name, price_minor)
      select line.id, option.id, option.name, option.price_minor
      from line, json_to_recordset(${JSON.stringify(line.options)}::json) as option (id integer, name text, price_minor integer)
      order by option.id
      on conflict (order_item_id, option_id) do update set name = excluded.name, price_minor = excluded.price_minor),
    priced as (${updateAmounts(orders, amounts)}),
    announced as (${insertAnnouncement(trx, cartUpdated(cart), exceptSocketId)})
    update carts set version = ${cart.version} where id = ${cart.id}`.execute(trx);
}

/** One order a vendor. It keeps names and tax terms as they are now. */
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
  } satisfies Partial<Record<keyof OrdersTable, unknown>>;
  const columns = sql.join(Object.keys(order).map((column) => sql.ref(column)));
  return sql`insert into orders (${columns}) values (${sql.join(Object.values(order))}) returning id`;
}

/** Every response writes the whole cart out, so a cart has an end. @throws ApiError 422 */
function refuseFullCart({ orders }: CartContents): void {
  if (orders.reduce((sum, { lines }) => sum + lines.length, 0) < MAX_LINES) return;
  const message = `Your cart is full: it holds ${MAX_LINES} different items. Please order what is in it first.`;
  throw invalid({ variant_id: [message] }, 'CART_FULL');
}
