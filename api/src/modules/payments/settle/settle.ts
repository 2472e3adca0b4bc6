/**
 * The one place where a payment's outcome becomes fact. The buyer's confirmation, the webhook, the return page and the
 * reconciler all come here with what the provider said, so their order and repeats do not matter.
 */
import type { Trx } from '../../../database/kysely';
import { enqueue } from '../../../outbox/enqueue';
import { lockCart } from '../../carts/cart.repository';
import { placeOrders } from '../../checkout/place-orders.command';
import type { Evidence } from '../providers/payment-provider';
import { type Attempt, findAttempt, orderIdsOfCart, updateAttempt } from './payment.repository';
import { sharesOf } from './vendor-shares';

export type Settlement =
  | { state: 'succeeded'; orderIds: number[] }
  | { state: 'processing' }
  /** Nothing was charged and the attempt stays open; `refusal` is the provider's reason, if a card was refused. */
  | { state: 'unpaid'; refusal: string | null }
  /** Nothing was charged and the attempt has ended; `refusal` as above. */
  | { state: 'cancelled'; refusal: string | null }
  /** Another amount, currency or mode than was asked for: refunded, nothing is fulfilled. */
  | { state: 'mismatch' }
  /** The cart had been paid already: refunded. */
  | { state: 'duplicate'; orderIds: number[] };

/** Never touches the network; refunds and cancellations go to the outbox. Call it in a transaction of its own. */
export async function settle(trx: Trx, attemptId: number, evidence: Evidence, at: Date): Promise<Settlement> {
  const { cart_id: cartId } = await existing(trx, attemptId);
  const cart = await lockCart(trx, cartId);
  // Read again behind the lock: whoever held it may have settled this very attempt.
  const attempt = await existing(trx, attemptId);
  if (!cart || attempt.reference !== evidence.reference) {
    throw new Error(`Evidence about ${evidence.reference} is not about attempt ${attemptId}`);
  }

  const settled = await earlierSettlement(trx, attempt);
  if (settled) return settled;
  switch (evidence.status) {
    case 'processing':
      await updateAttempt(trx, attempt.id, { result_code: evidence.resultCode });
      return { state: 'processing' };
    case 'unpaid':
      await updateAttempt(trx, attempt.id, { result_code: evidence.resultCode });
      return { state: 'unpaid', refusal: evidence.refusal };
    case 'cancelled':
      await updateAttempt(trx, attempt.id, { state: 'cancelled', result_code: evidence.resultCode, settled_at: at });
      return { state: 'cancelled', refusal: evidence.refusal };
    case 'succeeded':
      break;
  }

  if (!isAsAgreed(attempt, evidence)) {
    await takeBack(trx, attempt, 'mismatch', evidence, at);
    await raiseAlert(trx, attempt, evidence, at);
    return { state: 'mismatch' };
  }
  if (cart.state !== 'new') {
    await takeBack(trx, attempt, 'duplicate', evidence, at);
    return { state: 'duplicate', orderIds: await orderIdsOfCart(trx, cart.id) };
  }
  await updateAttempt(trx, attempt.id, { state: 'succeeded', result_code: evidence.resultCode, settled_at: at });
  await supersedeOpenAttempts(trx, cart.id);
  await placeOrders(trx, { cartId: cart.id, snapshot: attempt.snapshot, now: at });
  await writeShares(trx, attempt);
  return { state: 'succeeded', orderIds: await orderIdsOfCart(trx, cart.id) };
}

/** An open payment for what the cart no longer holds must not be paid any more; the outbox cancels it at the provider. */
export async function supersedeOpenAttempts(trx: Trx, cartId: number): Promise<void> {
  const attempts = await trx
    .updateTable('payment_attempts')
    .set({ state: 'superseded' })
    .where('cart_id', '=', cartId)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  for (const { id } of attempts) await askToCancel(trx, id, `cancel:${id}`);
}

/** @param key the same key asks once */
export async function askToCancel(trx: Trx, attemptId: number, key: string): Promise<void> {
  await enqueue(trx, [{ kind: 'cancel-attempt', key, payload: { attemptId } }]);
}

async function existing(trx: Trx, attemptId: number): Promise<Attempt> {
  const attempt = await findAttempt(trx, attemptId);
  if (!attempt) throw new Error(`There is no payment attempt ${attemptId}`);
  return attempt;
}

/** What was settled before stays so. A cancelled attempt is not final: money that arrives all the same must be dealt with. */
async function earlierSettlement(trx: Trx, attempt: Attempt): Promise<Settlement | null> {
  switch (attempt.state) {
    case 'succeeded':
    case 'duplicate':
      return { state: attempt.state, orderIds: await orderIdsOfCart(trx, attempt.cart_id) };
    case 'mismatch':
      return { state: 'mismatch' };
    default:
      return null;
  }
}

function isAsAgreed(attempt: Attempt, evidence: Evidence): boolean {
  return (
    evidence.amountMinor === attempt.amount_minor &&
    evidence.currency === attempt.currency &&
    evidence.isLive === attempt.is_live
  );
}

async function takeBack(
  trx: Trx,
  attempt: Attempt,
  state: 'mismatch' | 'duplicate',
  evidence: Evidence,
  at: Date,
): Promise<void> {
  await updateAttempt(trx, attempt.id, {
    state,
    result_code: evidence.resultCode,
    refund_state: 'wanted',
    settled_at: at,
  });
  await enqueue(trx, [{ kind: 'refund', key: `refund:${attempt.id}`, payload: { attemptId: attempt.id } }]);
}

/** The money goes back by itself; that somebody learns of it is part of the same fact. */
async function raiseAlert(trx: Trx, attempt: Attempt, evidence: Evidence, at: Date): Promise<void> {
  await trx
    .insertInto('payment_alerts')
    .values({
      attempt_id: attempt.id,
      asked_minor: attempt.amount_minor,
      asked_currency: attempt.currency,
      received_minor: evidence.amountMinor,
      received_currency: evidence.currency,
      received_is_live: evidence.isLive,
      created_at: at,
    })
    .execute();
}

async function writeShares(trx: Trx, attempt: Attempt): Promise<void> {
  await trx
    .insertInto('payment_shares')
    .values(
      sharesOf(attempt.snapshot).map(({ orderId, vendorId, amountMinor }) => ({
        attempt_id: attempt.id,
        order_id: orderId,
        vendor_id: vendorId,
        amount_minor: amountMinor,
      })),
    )
    .execute();
}
