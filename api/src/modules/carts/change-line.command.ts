import type { Cart } from 'shared-contracts/types';
import type { Trx } from '../../database/kysely';
import type { Deps } from '../../deps';
import { notFound } from '../../errors';
import type { Session } from '../../plugins/session';
import { lockOwnOpenCart } from './cart.policy';
import { presentCart } from './cart.presenter';
import { cartChanged } from './cart.repository';

export interface ChangeLineInput {
  session: Session;
  lineId: number;
  socketId: string | null;
}

/** @throws ApiError 404; 409 CART_CLOSED with the cart */
export function setQuantity(deps: Deps, input: ChangeLineInput & { quantity: number }): Promise<Cart> {
  return changeLine(deps, input, async (trx, line) => {
    await trx
      .updateTable('order_items')
      .set((query) => ({
        quantity: input.quantity,
        total_minor: query(query.parens('unit_minor', '+', query.ref('options_minor')), '*', input.quantity),
      }))
      .where('id', '=', line.id)
      .execute();
  });
}

/** The last line of an order takes the order with it. @throws as `setQuantity` */
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
  change: (trx: Trx, line: { id: number; order_id: number }) => Promise<void>,
): Promise<Cart> {
  return deps.outbox.transaction(async (trx) => {
    const place = await findLine(trx, lineId);
    const cart = await lockOwnOpenCart(trx, session, place.cart_id);
    // Again under the lock: another tab may have removed it in between.
    const line = await findLine(trx, lineId);
    await change(trx, line);
    const version = await cartChanged(trx, cart, socketId);
    return presentCart(trx, { ...cart, version });
  });
}

async function findLine(trx: Trx, id: number): Promise<{ id: number; order_id: number; cart_id: number }> {
  const line = await trx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.id', 'order_items.order_id', 'orders.cart_id'])
    .where('order_items.id', '=', id)
    .executeTakeFirst();
  if (!line) throw notFound('Order item');
  return line;
}
