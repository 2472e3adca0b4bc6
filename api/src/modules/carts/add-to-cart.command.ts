import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_LINES, MAX_QUANTITY } from 'shared-contracts/schemas';
import type { Cart } from 'shared-contracts/types';
import type { Trx } from '../../database/kysely';
import type { Deps } from '../../deps';
import { ApiError, conflict, invalid } from '../../errors';
import { keyReused } from '../../idempotency';
import type { Session } from '../../plugins/session';
import { presentItem } from '../catalog/catalog.presenter';
import { findItem } from '../catalog/catalog.repository';
import { presentCart } from './cart.presenter';
import { type CartRow, cartChanged, findCart, lockOrCreateCart, refuseTooMuch } from './cart.repository';
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
    const orderId = await findOrCreateOrder(trx, cart, selectable);
    await addLine(trx, { cartId: cart.id, orderId, wanted, selectable, line });
    const version = await cartChanged(trx, cart, socketId);
    return presentCart(trx, { ...cart, version });
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
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', input.session.user.id)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ user_id: input.session.user.id, key, request_hash: hashOf(input.wanted), cart_id: cart.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('cart_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

function hashOf(wanted: WantedLine): Buffer {
  const { venue_id, vendor_id, variant_id, quantity, price, total, options, notes } = wanted;
  const request = [venue_id, vendor_id, variant_id, quantity, price, total, options.map(({ id }) => id), notes];
  return createHash('sha256').update(JSON.stringify(request)).digest();
}

/** One order a vendor. It keeps names and tax terms as they are now. */
async function findOrCreateOrder(trx: Trx, cart: CartRow, selectable: Selectable): Promise<number> {
  const found = await trx
    .selectFrom('orders')
    .select('id')
    .where('cart_id', '=', cart.id)
    .where('vendor_id', '=', selectable.vendor_id)
    .executeTakeFirst();
  if (found) return found.id;
  const { id } = await trx
    .insertInto('orders')
    .values({
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface NewLine {
  cartId: number;
  orderId: number;
  wanted: WantedLine;
  selectable: Selectable;
  line: PricedLine;
}

async function addLine(trx: Trx, { cartId, orderId, wanted, selectable, line }: NewLine): Promise<void> {
  const same = await trx
    .selectFrom('order_items')
    .select(['id', 'quantity'])
    .where('order_id', '=', orderId)
    .where('line_key', '=', line.key)
    .executeTakeFirst();
  const quantity = (same?.quantity ?? 0) + wanted.quantity;
  if (quantity > MAX_QUANTITY) throw invalid({ quantity: [`At most ${MAX_QUANTITY} of one item.`] });
  const amounts = {
    quantity,
    unit_minor: line.unitMinor,
    options_minor: line.optionsMinor,
    total_minor: (line.unitMinor + line.optionsMinor) * quantity,
  };
  refuseTooMuch(amounts.total_minor);
  if (!same) await refuseFullCart(trx, cartId);
  if (same) {
    // The merged line gets today's price, which the buyer has just agreed to.
    await trx.deleteFrom('order_item_options').where('order_item_id', '=', same.id).execute();
    await trx.updateTable('order_items').set(amounts).where('id', '=', same.id).execute();
  }
  const id =
    same?.id ??
    (
      await trx
        .insertInto('order_items')
        .values({
          order_id: orderId,
          item_id: selectable.item_id,
          variant_id: selectable.variant_id,
          line_key: line.key,
          item_name: selectable.item_name,
          variant_name: selectable.variant_name,
          notes: wanted.notes,
          ...amounts,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  if (line.options.length === 0) return;
  await trx
    .insertInto('order_item_options')
    .values(
      line.options.map((option) => ({
        order_item_id: id,
        option_id: option.id,
        name: option.name,
        price_minor: option.price_minor,
      })),
    )
    .execute();
}

/** Every response writes the whole cart out, so a cart has an end. @throws ApiError 422 */
async function refuseFullCart(trx: Trx, cartId: number): Promise<void> {
  const { lines } = await trx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select((query) => query.fn.countAll().as('lines'))
    .where('orders.cart_id', '=', cartId)
    .executeTakeFirstOrThrow();
  if (Number(lines) < MAX_LINES) return;
  const message = `Your cart is full: it holds ${MAX_LINES} different items. Please order what is in it first.`;
  throw invalid({ variant_id: [message] }, 'CART_FULL');
}
