/** The receipt by email, once a cart is paid. It follows the commit, so no response waits for a mail server. */
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Trx } from '../../../database/kysely';
import type { Deps } from '../../../deps';
import { enqueue } from '../../../outbox/enqueue';
import { ordersOfCart } from '../../orders/order.repository';
import { receiptEmail } from './receipt-email';

const KIND = 'receipt';
/** Longer than a mail server takes with its time-outs. */
const LEASE_MS = 120_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** Sends one receipt a cart, however the cart is settled: the key is unique. */
export function askForReceipt(trx: Trx, cartId: number): Promise<void> {
  return enqueue(trx, [{ kind: KIND, key: `receipt:${cartId}`, payload: { cartId } }]);
}

export function handleReceipts({ db, mailer, outbox }: Pick<Deps, 'db' | 'mailer' | 'outbox'>): void {
  outbox.handle(KIND, {
    schema: z.object({ cartId: idSchema }),
    leaseMs: LEASE_MS,
    maxBackoffMs: MAX_BACKOFF_MS,
    isPermanent: isRefused,
    handle: async ({ payload: { cartId } }) => {
      const buyer = await db
        .selectFrom('carts')
        .innerJoin('users', 'users.id', 'carts.user_id')
        .select(['users.email', 'carts.payment_number'])
        .where('carts.id', '=', cartId)
        // No mail server has the address of an account that was deleted.
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      const orders = await ordersOfCart(db, cartId);
      if (!buyer || orders.length === 0) return;
      await mailer.send(receiptEmail({ email: buyer.email, paymentNumber: buyer.payment_number, orders }));
    },
  });
}

/** What a mail server replies to after the log-in and the sender are accepted: this recipient or this email, now and later. */
const OF_THIS_EMAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** A 5xx to the log-in or to the sender is about the operator's mail account, which is repaired: the receipt waits for that. */
function isRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return OF_THIS_EMAIL.includes(command) && typeof responseCode === 'number' && responseCode >= 500;
}
