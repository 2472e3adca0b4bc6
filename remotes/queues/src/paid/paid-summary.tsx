import { fillPath, useResource } from 'shared-contracts/query';
import { useSearchParams } from 'shared-contracts/router';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart, Envelope } from 'shared-contracts/types';
import { Receipt } from 'shared-contracts/ui';
import { paidText } from '../order/order.rules';
import styles from './paid-summary.module.css';

/** Above the queue after a payment: how much, to which vendors, and what comes next. `/queues?paid={cartId}` names the cart. */
export function PaidSummary() {
  const [params] = useSearchParams();
  const cartId = params.get('paid') ?? '';
  return /^\d+$/.test(cartId) ? <PaidCart cartId={cartId} /> : null;
}

function PaidCart({ cartId }: { cartId: string }) {
  const { data } = useResource<Envelope<Cart>>(fillPath('/carts/:cartId', { cartId }));
  const cart = data?.data;
  // The address is no proof: the cart itself says whether it was paid.
  if (cart?.state !== 'paid') return null;
  const orders = cart.orders.data;
  return (
    <section className={styles.paid} aria-label="Your payment">
      <Receipt
        title={cart.total === 0 ? 'Your order is placed' : 'Thank you, you have paid'}
        rows={orders.map((order) => ({ label: order.vendor.name, amount: paidText(order) }))}
        total={{ label: 'Paid', amount: formatMajor(cart.total, cart.currency, cart.currency_symbol) }}
      />
      <p className={styles.next}>
        {orders.length === 1 ? 'Your order is' : 'Your orders are'} below. This page shows when your food is ready. Your
        receipt goes to {cart.account.email}.
      </p>
    </section>
  );
}
