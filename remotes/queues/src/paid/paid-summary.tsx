import type { ReactNode } from 'react';
import { fillPath, useResource } from 'shared-contracts/query';
import { useSearchParams } from 'shared-contracts/router';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart, Envelope } from 'shared-contracts/types';
import { Receipt } from 'shared-contracts/ui';
import { paidText } from '../order/order.rules';
import { deliveryText } from '../order/order-words.rules';
import { rich, t } from '../words';
import styles from './paid-summary.module.css';

export interface PaidCart {
  /** The paid cart. It is undefined until the server says that the cart is paid. */
  cart: Cart | undefined;
  /** The first response is on its way. Content below the summary waits for it, since the summary would move it. */
  isAwaited: boolean;
}

/** Loads the cart that was paid just now: `/queues?paid={cartId}` names it. */
export function usePaidCart({ isEnabled }: { isEnabled: boolean }): PaidCart {
  const [params] = useSearchParams();
  const cartId = params.get('paid') ?? '';
  const { data, isLoading, failureCount } = useResource<Envelope<Cart>>(
    fillPath('/carts/:cartId', { cartId }),
    {},
    { enabled: isEnabled && /^\d+$/.test(cartId) },
  );
  const cart = data?.data;
  // The address is no proof, so the cart itself says whether it was paid.
  return { cart: cart?.state === 'paid' ? cart : undefined, isAwaited: isLoading && failureCount === 0 };
}

/** Shows above the queue after a payment: the amount, the vendors, the destination and the next step. */
export function PaidSummary({ cart }: { cart: Cart }) {
  const orders = cart.orders.data;
  const receiptTo = {
    email: cart.account.email,
    kept: (text: ReactNode[]) => (
      <span key="email" translate="no">
        {text}
      </span>
    ),
  };
  return (
    <section className={styles.paid} aria-label={t('Your payment')}>
      <Receipt
        title={cart.total === 0 ? t('Your order is placed') : t('Thank you, you have paid')}
        rows={orders.map((order) => ({
          label: order.vendor.name,
          amount: paidText(order),
          note: deliveryText(order),
        }))}
        total={{ label: t('Paid'), amount: formatMajor(cart.total, cart.currency, cart.currency_symbol) }}
      />
      <p className={styles.next}>
        {orders.length === 1
          ? rich(
              'Your order is below. This page shows when your food is ready. Your receipt goes to <kept>{email}</kept>.',
              receiptTo,
            )
          : rich(
              'Your orders are below. This page shows when your food is ready. Your receipt goes to <kept>{email}</kept>.',
              receiptTo,
            )}
      </p>
    </section>
  );
}
