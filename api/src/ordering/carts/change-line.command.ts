import type { Trx } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Cart } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { lockOwnOpenCart } from './cart.policy';
import { presentCart } from './cart.presenter';
import { cartChanged, refuseTooMuch } from './write-cart';

export interface ChangeLineInput {
  session: Session;
  lineId: number;
  socketId: string | null;
}

/** Sets the quantity of a line, which keeps its price. @throws ApiError 404; 409 CART_CLOSED with the cart; 422 beyond the limits of an order */
export function setQuantity(deps: Deps, input: ChangeLineInput & { quantity: number }): Promise<Cart> {
  return changeLine(deps, input, async (trx, line) => {
    const total_minor = (line.unit_minor + line.options_minor) * input.quantity;
    refuseTooMuch(total_minor);
    await trx
      .updateTable('order_items')
      .set({ quantity: input.quantity, total_minor })
      .where('id', '=', line.id)
      .execute();
  });
}

/** Removes a line. An order without lines is removed too. @throws as `setQuantity` */
export function removeLine(deps: Deps, input: ChangeLineInput): Promise<Cart> {
  return changeLine(deps, input, async (trx, line) => {
    await trx.deleteFrom('order_items').where('id', '=', line.id).execute();
    await trx
      .deleteFrom('orders')
      .where('id', '=', line.order_id)
      .where((query) =>
        query.not(query.exists(query.selectFrom('order_items').select('id').where('order_id', '=', line.order_id))),
      )
      .execute();
  });
}

function changeLine(
  deps: Deps,
  { session, lineId, socketId }: ChangeLineInput,
  change: (trx: Trx, line: LineRow) => Promise<void>,
): Promise<Cart> {
  return deps.outbox.transaction(async (trx) => {
    const unlocked = await findLine(trx, session, lineId);
    const now = deps.clock.now();
    const cart = await lockOwnOpenCart(trx, session, { id: unlocked.cart_id, now });
    // The line is read again under the lock, because another tab may have removed it meanwhile.
    const line = await findLine(trx, session, lineId);
    await change(trx, line);
    const version = await cartChanged(trx, cart, socketId);
    return presentCart(trx, { ...cart, version }, now);
  });
}

interface LineRow {
  id: number;
  order_id: number;
  cart_id: number;
  unit_minor: number;
  options_minor: number;
}

/** Another user's line gets the 404 of a line that does not exist. @throws ApiError 404 */
async function findLine(trx: Trx, session: Session, id: number): Promise<LineRow> {
  const line = await trx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('carts', 'carts.id', 'orders.cart_id')
    .select(['order_items.id', 'order_items.order_id', 'orders.cart_id'])
    .select(['order_items.unit_minor', 'order_items.options_minor'])
    .where('order_items.id', '=', id)
    .where('carts.user_id', '=', session.user.id)
    .executeTakeFirst();
  if (!line) throw notFound(t('Order item not found.'));
  return line;
}
