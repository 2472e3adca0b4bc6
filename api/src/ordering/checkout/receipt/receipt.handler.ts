/** Sends the receipt by email after a cart is paid. It follows the commit, so no response waits for a mail server. */

import type { Trx } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../../deps';
import { addressText } from '../../../messages/mail/address';
import { EMAIL_WORK } from '../../../messages/mail/outbox-email';
import { enqueue } from '../../../messages/outbox/enqueue';
import { orderIn } from '../../orders/line-texts';
import { ordersOfCart } from '../../orders/order.repository';
import { ordersLink } from '../../orders/order-email.handler';
import { receiptEmail } from './receipt-email';

const KIND = 'receipt';
/** Queues one receipt for each cart. The key is unique, so a second settlement sends no second receipt. */
export function askForReceipt(trx: Trx, cartId: number): Promise<void> {
  return enqueue(trx, [{ kind: KIND, key: `receipt:${cartId}`, payload: { cartId } }]);
}

/** Queues the receipt once more, at most once a minute: a second tap sends no third email. */
export function askForReceiptAgain(trx: Trx, cartId: number, now: Date): Promise<void> {
  const minute = Math.floor(now.getTime() / 60_000);
  return enqueue(trx, [{ kind: KIND, key: `receipt:${cartId}:${minute}`, payload: { cartId } }]);
}

export function handleReceipts({
  db,
  mailer,
  outbox,
  config,
}: Pick<Deps, 'db' | 'mailer' | 'outbox' | 'config'>): void {
  outbox.handle(KIND, {
    schema: z.object({ cartId: idSchema }),
    ...EMAIL_WORK,
    handle: async ({ payload: { cartId } }) => {
      const buyer = await db
        .selectFrom('carts')
        .innerJoin('users', 'users.id', 'carts.user_id')
        .select(['users.email', 'carts.payment_number'])
        .where('carts.id', '=', cartId)
        // No mail server can have the address of a deleted account.
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      const orders = (await ordersOfCart(db, cartId)).map((order) => orderIn(order, order.language));
      const [first] = orders;
      if (!buyer || !first) return;
      const stalls = await db
        .selectFrom('vendors')
        .select(['id', 'address_1', 'address_2', 'city'])
        .where(
          'id',
          'in',
          orders.map(({ vendor_id }) => vendor_id),
        )
        .execute();
      const addresses = new Map(stalls.map((stall) => [stall.id, addressText(stall)]));
      const { email, payment_number: paymentNumber } = buyer;
      const receipt = { email, paymentNumber, orders, addresses, link: ordersLink(config.siteUrl) };
      await mailer.send(inLanguage(first.language, () => receiptEmail(receipt)));
    },
  });
}
