import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { readLocal, removeLocal } from 'shared-contracts/local-keys';
import { Navigate, useParams, useSearchParams } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import type { Cart } from 'shared-contracts/types';
import { Alert, Button, EmptyState, FailedState, Icon, Page, Receipt } from 'shared-contracts/ui';
import { Payment } from '../payment/payment';
import { PaymentNotice } from '../payment/payment-notice';
import styles from './cart.module.css';
import { announceCart, useCart } from './cart.resource';
import { cartReceipt, listOf, paymentGate } from './cart.rules';
import { CartOrder } from './cart-order';
import { CartSkeleton } from './cart-skeleton';

export function Screen() {
  const { venueId = '', location } = useParams();
  const isSignedIn = useShell(({ session }) => session !== null);
  const cart = useCart(Number(venueId));

  useEffect(() => {
    if (location) publish('destination-set', { location }, 'checkout');
  }, [location]);

  useEffect(() => {
    if (cart.data) announceCart(Number(venueId), cart.data.data);
  }, [cart.data, venueId]);

  if (!isSignedIn) return <Navigate to="/login" replace />;
  return (
    <Page className={styles.page}>
      <h1 className={styles.title}>Cart</h1>
      {cart.isPending && <CartSkeleton />}
      {cart.isError && !cart.data && (
        <FailedState
          text={`Your cart is safe. The rest of ${site().brand} still works.`}
          onRetry={() => void cart.refetch()}
          busy={cart.isFetching}
        />
      )}
      {cart.data &&
        // The cart outlives its last line: it is there, with no order in it.
        (cart.data.data?.orders.data.length ? <FilledCart cart={cart.data.data} /> : <EmptyCart venueId={venueId} />)}
    </Page>
  );
}

function EmptyCart({ venueId }: { venueId: string }) {
  const [search] = useSearchParams();
  // A tab that was closed while paying: the server has settled it since, and this device has not heard.
  const [hadPayment] = useState(() => readLocal('payment') !== undefined);
  useEffect(() => removeLocal('payment'), []);
  // Back from the bank's page, with the payment settled meanwhile.
  if (search.has('payment_intent')) return <Navigate to="/queues" replace />;
  return (
    <div className={styles.columnless}>
      {hadPayment && (
        <>
          <PaymentNotice
            tone="info"
            title="Your last payment has left this page"
            text="If it went through, your orders are in the queue. If they are not there, you were not charged for them."
          />
          <Button wide to="/queues">
            View Orders
          </Button>
        </>
      )}
      <EmptyState
        title="There is nothing in your cart."
        action={
          <Button variant="primary" to={`/venues/${venueId}/vendors`}>
            Continue shopping
          </Button>
        }
      />
    </div>
  );
}

function FilledCart({ cart }: { cart: Cart }) {
  const [editing, setEditing] = useState<ReadonlySet<number>>(new Set());
  const receipt = cartReceipt(cart);
  const noteEditing = useCallback(
    (orderId: number, isEditing: boolean) =>
      setEditing((before) => {
        const after = new Set(before);
        if (isEditing) after.add(orderId);
        else after.delete(orderId);
        return after;
      }),
    [],
  );
  return (
    <div className={styles.columns}>
      <div className={styles.orders}>
        {cart.orders.data.map((order) => (
          <CartOrder key={order.id} order={order} onEditingChange={noteEditing} />
        ))}
      </div>
      <div className={styles.summary}>
        <Receipt title="Total" rows={receipt.rows} total={receipt.total} />
        <PaymentPlace cart={cart} editing={editing} />
        <Button variant="quiet" wide to={`/venues/${cart.venue_id}/vendors`}>
          Continue Shopping
        </Button>
      </div>
    </div>
  );
}

function PaymentPlace({ cart, editing }: { cart: Cart; editing: ReadonlySet<number> }) {
  const gate = paymentGate(cart, editing);
  switch (gate.state) {
    case 'delivery-missing':
      return (
        <div className={styles.gate}>
          <Icon of={CircleAlert} className={styles.gateIcon} />
          <div>
            <h2 className={styles.gateTitle}>Please select Delivery type...</h2>
            <p className={styles.gateText}>
              {listOf(gate.vendors)} {gate.vendors.length === 1 ? 'is' : 'are'} waiting for it. Payment opens next.
            </p>
          </div>
        </div>
      );
    case 'lines-changed':
      return <Alert>Something in your cart changed. Settle the marked lines, then payment opens.</Alert>;
    case 'editing':
      return <Alert tone="info">Apply or cancel the open Collect / Deliver choice to go on to payment.</Alert>;
    case 'open':
      return <Payment cart={cart} />;
  }
}
