/** A cart belongs to its buyer. For everyone else it does not exist. */
import type { Queryable, Trx } from 'core/database/kysely';
import { conflict, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { t } from '../../words';
import { presentCart } from './cart.presenter';
import { type CartRow, findCart, lockCart } from './cart.repository';

/** @throws ApiError 404 */
export async function ownCart(db: Queryable, session: Session, id: number): Promise<CartRow> {
  return ownOf(session, await findCart(db, id));
}

/** Returns the caller's cart in any state and locks it. @throws ApiError 404 */
export async function lockOwnCart(trx: Trx, session: Session, id: number): Promise<CartRow> {
  return ownOf(session, await lockCart(trx, id));
}

function ownOf(session: Session, cart: CartRow | null): CartRow {
  if (!cart) throw notFound(t('Cart not found.'));
  permit('buyer', session, { userId: cart.user_id }, { missing: t('Cart not found.') });
  return cart;
}

/** @throws ApiError 409 CART_CLOSED with the cart once it is placed */
export async function refuseClosed(trx: Trx, cart: CartRow, now: Date): Promise<void> {
  if (cart.state === 'new') return;
  throw conflict('CART_CLOSED', t('Your order was placed already.'), await presentCart(trx, cart, now));
}

/**
 * Returns the caller's cart and locks it for a change.
 * @throws ApiError 404; 409 CART_CLOSED with the cart once it is placed
 */
export async function lockOwnOpenCart(
  trx: Trx,
  session: Session,
  { id, now }: { id: number; now: Date },
): Promise<CartRow> {
  const cart = await lockOwnCart(trx, session, id);
  await refuseClosed(trx, cart, now);
  return cart;
}
