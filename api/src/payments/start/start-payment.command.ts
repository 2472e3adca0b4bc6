import type { Trx } from 'core/database/kysely';
import { ApiError, conflict, invalid, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { PaymentProvider as VenueProvider } from 'shared-contracts/types';
import { lockOwnOpenCart } from '../../ordering/carts/cart.policy';
import { findCart } from '../../ordering/carts/cart.repository';
import { type CartSnapshot, takeCartSnapshot } from '../../ordering/checkout/cart-snapshot';
import { writeLanguage } from '../../ordering/checkout/write-language';
import { ordersOfCart } from '../../ordering/orders/order.repository';
import { amountsOfOrders } from '../../ordering/orders/order-amounts';
import { t } from '../../words';
import { canBeResumed } from '../core/attempt-age.rules';
import { type Attempt, findOpenAttempt, insertAttempt, storeFirstReference } from '../core/payment.repository';
import { partsOfOrder } from '../ledger/entry.rules';
import type { PaymentDeps } from '../providers/payment-deps';
import {
  type AccountShare,
  isProviderError,
  type PaymentProvider,
  type ProviderError,
} from '../providers/payment-provider';
import { askToCancel, supersedeOpenAttempts } from '../settle/settle';
import type { SettlingDeps } from '../settle/settle-attempt';
import { cartChanged, refuseUnlessPayable, settleWhatIsOpen } from './payable-cart';

type StartDeps = SettlingDeps & Pick<PaymentDeps, 'db' | 'config'>;

export interface StartPaymentInput {
  cartId: number;
  session: Session;
  provider: VenueProvider;
  /** The version of the cart that the buyer sees. Without it the current cart is paid. */
  version: number | null;
}

export interface StartedPayment {
  reference: string;
  clientSecret: string;
  amountMinor: number;
  currency: string;
  shares: AccountShare[];
}

/**
 * Starts a payment for the current cart, or returns the open payment for the same version if there is enough time to pay it.
 * @returns the values with which the browser pays
 * @throws ApiError 404, 409 (CART_CLOSED, CART_CHANGED, ITEM_UNAVAILABLE, VENDOR_CLOSED, PAYMENT_PROCESSING,
 * WRONG_PROVIDER), 422 (CART_EMPTY, DELIVERY_MISSING, AMOUNT_REFUSED), 501 PROVIDER_NOT_CONFIGURED,
 * 502 (PROVIDER_UNAVAILABLE, PROVIDER_REFUSED)
 */
export async function startPayment(deps: StartDeps, input: StartPaymentInput): Promise<StartedPayment> {
  // This refuses a provider that is not set up here before any other check.
  deps.providers.named(input.provider);
  await settleWhatIsOpen(deps, input);
  const attempt = await deps.outbox.transaction((trx) => openAttempt(trx, deps, input));
  const started = attempt.client_secret === null ? await createAtProvider(deps, attempt) : attempt;
  return {
    ...payableOf(started),
    amountMinor: started.amount_minor,
    currency: started.currency,
    shares: accountSharesOf(started.snapshot),
  };
}

async function openAttempt(
  trx: Trx,
  deps: Pick<PaymentDeps, 'clock' | 'config' | 'providers'>,
  input: StartPaymentInput,
): Promise<Attempt> {
  const { cartId, session, provider, version } = input;
  const now = deps.clock.now();
  const cart = await lockOwnOpenCart(trx, session, { id: cartId, now });
  const venue = await trx
    .selectFrom('venues')
    .select(['payment_provider', 'currency'])
    .where('id', '=', cart.venue_id)
    .executeTakeFirstOrThrow();
  if (venue.payment_provider !== provider) {
    throw conflict(
      'WRONG_PROVIDER',
      t('This venue takes payments with {provider}.', { provider: venue.payment_provider }),
    );
  }
  const orders = await ordersOfCart(trx, cart.id);
  await refuseUnlessPayable(trx, cart, { orders, version, now });
  await writeLanguage(trx, orders);
  const snapshot = await takeCartSnapshot(trx, cart);
  const amountMinor = amountsOfOrders(snapshot.orders).totalMinor;
  refuseUnpayableAmount(deps.providers.named(provider), amountMinor, venue.currency);

  const open = await findOpenAttempt(trx, cart.id);
  if (open?.cart_version === cart.version && open.provider === provider && canBeResumed(open, now)) return open;
  if (open) await supersedeOpenAttempts(trx, cart.id);
  return insertAttempt(trx, {
    cartId: cart.id,
    userId: cart.user_id,
    venueId: cart.venue_id,
    provider,
    isLive: deps.config.payments.mode === 'live',
    cartVersion: cart.version,
    amountMinor,
    currency: venue.currency,
    snapshot,
    createdAt: now,
  });
}

function refuseUnpayableAmount(provider: PaymentProvider, amountMinor: number, currency: string): void {
  const refusal =
    amountMinor === 0
      ? t('Everything in your cart is free, so there is nothing to pay. Please reload the page to place the order.')
      : (provider.refusalOfAmount?.(amountMinor, currency) ?? null);
  if (refusal !== null) throw invalid({ cart: [refusal] }, 'AMOUNT_REFUSED');
}

/** Returns the amounts for the vendors' own accounts, if the vendors have them. */
function accountSharesOf(snapshot: CartSnapshot): AccountShare[] {
  return snapshot.orders.flatMap((order) => {
    const account = order.subaccount_code;
    return account ? [{ account, amountMinor: partsOfOrder(order).salesMinor }] : [];
  });
}

function payableOf({ id, reference, client_secret: clientSecret }: Attempt) {
  if (reference === null || clientSecret === null) throw new Error(`Attempt ${id} has nothing to be paid with`);
  return { reference, clientSecret };
}

async function createAtProvider(deps: StartDeps, attempt: Attempt): Promise<Attempt> {
  const provider = deps.providers.named(attempt.provider);
  if (!provider.createPayment) throw new Error(`No payment is started at ${provider.name}`);
  const merchant = await deps.providers.merchant(attempt.venue_id, attempt.provider);
  const cart = await findCart(deps.db, attempt.cart_id);
  if (!cart) throw notFound(t('Cart not found.'));
  const { email } = await deps.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', attempt.user_id)
    .executeTakeFirstOrThrow();
  const created = await provider
    .createPayment(merchant, {
      attemptId: attempt.id,
      cartId: attempt.cart_id,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      paymentNumber: cart.payment_number,
      email,
      returnUrl: `${deps.config.siteUrl}/venues/${attempt.venue_id}/cart`,
      shares: accountSharesOf(attempt.snapshot),
    })
    .catch(async (error: unknown) => {
      if (!isProviderError(error)) throw error;
      deps.log.error({ attempt: attempt.id, resultCode: error.code }, 'payment: could not be started');
      await cancelUnstarted(deps, attempt, error.code);
      throw notStarted(error);
    });

  const started = await deps.outbox.transaction(async (trx) => {
    const first = await storeFirstReference(trx, attempt.id, created);
    // The attempt was superseded before the provider responded, so there was nothing to cancel until now.
    if (first.state !== 'open') await askToCancel(trx, attempt.id, `cancel-late:${attempt.id}`);
    return first;
  });
  if (started.state !== 'open') {
    const current = (await findCart(deps.db, cart.id)) ?? cart;
    throw await cartChanged(deps.db, current, deps.clock.now());
  }
  return started;
}

/**
 * Ends this attempt, because the provider would repeat its failure under the attempt's key for a day. The buyer has nothing to pay it with, so
 * the next start creates another.
 */
async function cancelUnstarted(
  deps: Pick<PaymentDeps, 'db' | 'clock'>,
  attempt: Attempt,
  resultCode: string,
): Promise<void> {
  await deps.db
    .updateTable('payment_attempts')
    .set({ state: 'cancelled', result_code: resultCode, settled_at: deps.clock.now() })
    .where('id', '=', attempt.id)
    .where('reference', 'is', null)
    .execute();
}

/** A refusal is permanent: the account is closed or not set up, or the key was withdrawn. */
function notStarted(cause: ProviderError): ApiError {
  const [code, message] =
    cause.failure === 'refused'
      ? [
          'PROVIDER_REFUSED',
          t(
            'The payment provider did not accept this payment. You were not charged. Please order at the counter, or pay here later.',
          ),
        ]
      : ['PROVIDER_UNAVAILABLE', t('The payment provider cannot be reached. You were not charged.')];
  return new ApiError(502, code, message, { cause });
}
