/** Checks that a cart may become orders, with or without a payment. */

import type { Queryable, Trx } from 'core/database/kysely';
import { ApiError, conflict, invalid } from 'core/errors';
import type { Session } from 'core/http/session';
import { deliveryErrors } from 'shared-contracts/rules/delivery';
import { hoursInForce } from '../../menu/hours/hours-in-force';
import { openingOf } from '../../menu/hours/opening.rules';
import { presentCart } from '../../ordering/carts/cart.presenter';
import type { CartRow } from '../../ordering/carts/cart.repository';
import type { OrderRecord } from '../../ordering/orders/order.repository';
import { t } from '../../words';
import { type Attempt, findOpenAttempt, updateAttempt } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import { isProviderError, type ProviderError } from '../providers/payment-provider';
import type { Settlement } from '../settle/settle';
import { type SettlingDeps, settleFromProvider } from '../settle/settle-attempt';

/**
 * Settles the open payment of a cart: a payment with an unknown outcome must not be followed by a second payment, or by free orders.
 * @throws ApiError 409 PAYMENT_PROCESSING, 502 PROVIDER_UNAVAILABLE
 */
export async function settleWhatIsOpen(
  deps: SettlingDeps & Pick<PaymentDeps, 'db'>,
  { cartId, session }: { cartId: number; session: Session },
): Promise<void> {
  const open = await findOpenAttempt(deps.db, cartId);
  if (open?.user_id !== session.user.id || open.reference === null) return;
  const settlement = await settleOrForget(deps, open);
  if (settlement?.state === 'processing') {
    throw conflict('PAYMENT_PROCESSING', t('A payment for this cart is being processed. Please wait a moment.'));
  }
}

/** null if the provider no longer knows the payment, which then cannot be paid. */
async function settleOrForget(deps: SettlingDeps & Pick<PaymentDeps, 'db'>, open: Attempt): Promise<Settlement | null> {
  try {
    return await settleFromProvider(deps, open);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.failure !== 'unknown-reference') throw outcomeUnknown(error);
    await updateAttempt(deps.db, open.id, { state: 'cancelled', result_code: error.code });
    return null;
  }
}

export interface PayableInput {
  orders: readonly OrderRecord[];
  /** The version of the cart that the buyer sees. Without it the current cart is paid. */
  version: number | null;
  now: Date;
}

/**
 * Checks that the locked cart may become orders: the buyer sees this version, all its contents are unchanged and available, its vendors take
 * orders, and each order has its delivery.
 * @throws ApiError 409 (CART_CHANGED, ITEM_UNAVAILABLE, VENDOR_CLOSED) with the cart, 422 (CART_EMPTY, DELIVERY_MISSING)
 */
export async function refuseUnlessPayable(
  trx: Trx,
  cart: CartRow,
  { orders, version, now }: PayableInput,
): Promise<void> {
  if (version !== null && version !== cart.version) throw await cartChanged(trx, cart, now);
  const lines = orders.flatMap((order) => order.lines);
  if (lines.length === 0) throw invalid({ cart: [t('There is nothing in your cart.')] }, 'CART_EMPTY');
  const unavailable = lines.filter((line) => !line.available);
  if (unavailable.length > 0) {
    // If only the prices of variants have changed, the response says so, and does not say that the food is unavailable.
    if (unavailable.every((line) => line.variant_minor !== line.unit_minor)) throw await cartChanged(trx, cart, now);
    throw conflict(
      'ITEM_UNAVAILABLE',
      t('Something in your cart has changed, or is not available any more.'),
      await presentCart(trx, cart, now),
    );
  }
  const vendors = await trx
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select(['vendors.name', 'accepting_orders', 'follows_schedule', 'timezone', 'is_stopped'])
    .select(hoursInForce().as('opening_hours'))
    .select(['vendors.is_active', 'venues.is_active as is_venue_active'])
    .where('vendors.id', 'in', [...new Set(orders.map((order) => order.vendor_id))])
    .orderBy('vendors.id')
    .execute();
  const closed = vendors.find(
    (vendor) => !vendor.is_active || !vendor.is_venue_active || !openingOf(vendor, now).isOpen,
  );
  if (closed) {
    const message = t('{vendor} is not taking orders at the moment.', { vendor: closed.name });
    throw conflict('VENDOR_CLOSED', message, await presentCart(trx, cart, now));
  }
  for (const order of orders) refuseWithoutDelivery(order);
}

function refuseWithoutDelivery(order: OrderRecord): void {
  const [message] = Object.values(
    deliveryErrors(order.delivery_method_types, {
      method: order.delivery_method ?? '',
      type: order.delivery_method_type ?? '',
      location: order.delivery_method_location,
    }),
  );
  if (message) throw invalid({ [`orders.${order.id}`]: [message] }, 'DELIVERY_MISSING');
}

/** Builds a 409 with the current cart. */
export async function cartChanged(db: Queryable, cart: CartRow, now: Date): Promise<ApiError> {
  const message = t('Your cart has changed. Please look at it again before you pay.');
  return conflict('CART_CHANGED', message, await presentCart(db, cart, now));
}

/** The open payment must be checked before another one starts, but its provider cannot be asked. */
function outcomeUnknown(cause: ProviderError): ApiError {
  const message = t(
    'The payment provider could not be asked about your last payment, so no new one was started: you will not be charged twice.',
  );
  return new ApiError(502, 'PROVIDER_UNAVAILABLE', message, { cause });
}
