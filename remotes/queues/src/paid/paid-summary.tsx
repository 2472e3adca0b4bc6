import { fillPath, useResource } from 'shared-contracts/query';
import { useSearchParams } from 'shared-contracts/router';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart, Envelope } from 'shared-contracts/types';
import { Receipt } from 'shared-contracts/ui';
import { paidText } from '../order/order.rules';
import { deliveryText } from '../order/order-words.rules';
import styles from './paid-summary.module.css';

export interface PaidCart {
  /** Undefined while it is not known to be paid. */
  cart: Cart | undefined;
  /** Its first response is on its way: what is below the summary waits for it, since it would be moved. */
  isAwaited: boolean;
}

/** The cart that was paid just now: `/queues?paid={cartId}` names it. */
export function usePaidCart({ isEnabled }: { isEnabled: boolean }): PaidCart {
  const [params] = useSearchParams();
  const cartId = params.get('paid') ?? '';
  const { data, isLoading, failureCount } = useResource<Envelope<Cart>>(
    fillPath('/carts/:cartId', { cartId }),
    {},
    { enabled: isEnabled && /^\d+$/.test(cartId) },
  );
  const cart = data?.data;
  // The address is no proof: the cart itself says whether it was paid.
  return { cart: cart?.state === 'paid' ? cart : undefined, isAwaited: isLoading && failureCount === 0 };
}

/** Above the queue after a payment: how much, to which vendors, where the food goes, and what comes next. */
export function PaidSummary({ cart }: { cart: Cart }) {
  const orders = cart.orders.data;
  return (
    <section className={styles.paid} aria-label="Your payment">
      <Receipt
        title={cart.total === 0 ? 'Your order is placed' : 'Thank you, you have paid'}
        rows={orders.map((order) => ({
          label: order.vendor.name,
          amount: paidText(order),
          note: deliveryText(order),
        }))}
        total={{ label: 'Paid', amount: formatMajor(cart.total, cart.currency, cart.currency_symbol) }}
      />
      <p className={styles.next}>
        <span>{orders.length === 1 ? 'Your order is' : 'Your orders are'}</span> below. This page shows when your food
        is ready. Your receipt goes to <span translate="no">{cart.account.email}</span>.
      </p>
    </section>
  );
}
