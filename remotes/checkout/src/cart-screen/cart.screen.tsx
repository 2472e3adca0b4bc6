import { CircleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { serverNow } from 'shared-contracts/client';
import { publish, useEvent, useShell } from 'shared-contracts/events';
import { readLocal, removeLocal } from 'shared-contracts/local-keys';
import { invalidate, useMinutesAhead } from 'shared-contracts/query';
import { Navigate, useParams, useSearchParams } from 'shared-contracts/router';
import type { Destination } from 'shared-contracts/rules/destination';
import { site } from 'shared-contracts/site';
import { Alert, Button, EmptyState, FailedState, Icon, Page, Receipt, type ReceiptRow } from 'shared-contracts/ui';
import { announceCart, refreshCart, useCart, useCartById, useOwnQueue } from '../cart/cart.resource';
import {
  type CartRow,
  cartReceipt,
  type Editing,
  listOf,
  nextChange,
  paymentGate,
  queuedText,
} from '../cart/cart.rules';
import type { ShownCart } from '../cart/latest-cart.rules';
import { choiceForAll, isChoiceOpen } from '../delivery/delivery.rules';
import { useDeliveries, useScannedTable } from '../delivery/use-deliveries';
import { FreeOrder } from '../payment/free-order';
import { Payment } from '../payment/payment';
import { PaymentSkeleton } from '../payment/payment-skeleton';
import { leftPayment } from '../payment/use-payment';
import { TipChoice } from '../tip/tip-choice';
import { t } from '../words';
import styles from './cart.module.css';
import { CartOrder } from './cart-order';
import { CartSkeleton } from './cart-skeleton';
import { NoRecords } from './no-records';

/** `/venues/:venueId/cart`: '01' and '1e0' are not ids, although `Number` can read them. */
export function Screen() {
  const { venueId = '', location } = useParams();
  const isSignedIn = useShell(({ session }) => session !== null);
  if (!isSignedIn) return <Navigate to="/login" replace />;
  const isId = /^[1-9]\d*$/.test(venueId);
  return (
    <Page className={styles.page}>
      <h1 className={styles.title} tabIndex={-1}>
        {t('Cart')}
      </h1>
      {isId ? <VenueCart venueId={Number(venueId)} location={location} /> : <NoRecords />}
    </Page>
  );
}

interface VenueCartProps {
  venueId: number;
  /** The table or other location that the address names. */
  location: string | undefined;
}

function VenueCart({ venueId, location }: VenueCartProps) {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const cart = useCart(venueId);

  useEffect(() => {
    if (!location) return;
    const place: Destination = { location: location.slice(0, 200), venueId };
    publish('destination-set', place, 'checkout');
  }, [location, venueId]);

  useEffect(() => {
    if (cart.data) announceCart(venueId, cart.data.data);
  }, [cart.data, venueId]);

  const [wasEmpty, setWasEmpty] = useState<boolean>();
  if (cart.data && wasEmpty === undefined) setWasEmpty(!cart.data.data?.orders.data.length);

  return (
    <>
      {cart.isPending && <CartSkeleton />}
      {cart.isError && !cart.data && (
        <FailedState
          text={[t('Your cart is safe.'), isOnline && t('The rest of {brand} still works.', { brand: site().brand })]
            .filter(Boolean)
            .join(' ')}
          error={cart.error}
          onRetry={() => void cart.refetch()}
          busy={cart.isFetching}
        />
      )}
      {cart.data &&
        (cart.data.data?.orders.data.length ? (
          <FilledCart key={cart.data.data.id} cart={cart.data.data} arrivedAt={cart.dataUpdatedAt} />
        ) : (
          <EmptyCart key={venueId} venueId={venueId} cart={cart.data.data} wasEmpty={wasEmpty ?? true} />
        ))}
    </>
  );
}

interface EmptyCartProps {
  venueId: number;
  /** A cart without orders, or null. The cart still exists after its last line is removed. */
  cart: ShownCart | null;
  /** False if the cart had orders when the screen opened. A payment that ends on this screen leads to its own orders. */
  wasEmpty: boolean;
}

function EmptyCart({ venueId, cart, wasEmpty }: EmptyCartProps) {
  const [search] = useSearchParams();
  const [left] = useState(() => readLocal('payment'));
  // The customer returns from the bank's page, and the payment was settled meanwhile.
  const isReturned = wasEmpty && search.has('payment_intent');
  const otherwise = isReturned ? <Navigate to="/queues" replace /> : <NothingInCart venueId={venueId} />;
  // A payment for an earlier cart ended long ago.
  const isPast = left !== undefined && cart !== null && cart.id > left.cartId;
  if (!left || isPast) return otherwise;
  return <LeftPayment cartId={left.cartId} venueId={venueId} otherwise={otherwise} />;
}

interface LeftPaymentProps {
  cartId: number;
  venueId: number;
  /** Shown if the payment placed no orders or belongs to another venue. */
  otherwise: ReactNode;
}

/** After a tab was closed during a payment: if the server has settled it since, this opens the queue with its orders. */
function LeftPayment({ cartId, venueId, otherwise }: LeftPaymentProps) {
  const left = useCartById(cartId);
  const { refetch } = left;
  const askAgain = useCallback(() => void refetch(), [refetch]);
  useEvent('cart-updated', askAgain);
  useEvent('refresh-wanted', askAgain);

  const isPaidHere = left.data?.state === 'paid' && left.data.venue_id === venueId;
  useEffect(() => {
    if (!isPaidHere) return;
    removeLocal('payment');
    void invalidate('/queues/active');
  }, [isPaidHere]);

  if (isPaidHere) return <Navigate to={`/queues?paid=${cartId}`} replace />;
  return left.isPending ? <CartSkeleton /> : otherwise;
}

function NothingInCart({ venueId }: { venueId: number }) {
  const queue = useOwnQueue();
  // A queue that failed to load is requested again later, and the page does not wait for it.
  if (queue.isLoading && queue.failureCount === 0 && queue.errorUpdateCount === 0) return <CartSkeleton />;
  const queued = queuedText(queue.data ?? [], venueId);
  return (
    <EmptyState
      title={t('There is nothing in your cart.')}
      text={queued}
      action={
        <>
          {queued && (
            <Button variant="primary" to="/queues">
              {t('View Orders')}
            </Button>
          )}
          <Button variant={queued ? 'secondary' : 'primary'} to={`/venues/${venueId}/vendors`}>
            {t('Continue shopping')}
          </Button>
        </>
      }
    />
  );
}

interface FilledCartProps {
  cart: ShownCart;
  /** The time when the cart arrived from the server, in milliseconds. */
  arrivedAt: number;
}

function FilledCart({ cart: saved, arrivedAt }: FilledCartProps) {
  const deliveries = useDeliveries();
  const { cart, isSettling, unsaved } = useScannedTable(saved, arrivedAt, deliveries);
  const [editing, setEditing] = useState<ReadonlySet<Editing>>(new Set());
  const isPaying = useShell((state) => state.isPaying);
  const orders = cart.orders.data;
  const open = orders.filter((order) => isChoiceOpen(order, deliveries.of(order.id).isOpen, unsaved.get(order.id)));
  const forAllId = choiceForAll(open, deliveries.latestId);
  const receipt = cartReceipt(cart);
  useFreshOpening(nextChange(saved));
  const noteEditing = useCallback(
    (what: Editing, isEditing: boolean) =>
      setEditing((before) => {
        const after = new Set(before);
        if (isEditing) after.add(what);
        else after.delete(what);
        return after;
      }),
    [],
  );
  return (
    <div className={styles.columns}>
      <div className={styles.orders}>
        {orders.map((order) => (
          <CartOrder
            key={order.id}
            order={order}
            deliveries={deliveries}
            others={order.id === forAllId ? orders.filter((each) => each !== order) : []}
            unsavedTable={unsaved.get(order.id)}
            onEditingChange={noteEditing}
          />
        ))}
      </div>
      <div className={styles.summary}>
        {cart.tip && <TipChoice cart={cart} tip={cart.tip} onEditingChange={noteEditing} />}
        <Receipt title={t('Total')} rows={receipt.rows.map(withRates)} total={receipt.total} />
        <PaymentSection cart={cart} gate={isSettling ? <PaymentSkeleton /> : gateOf(cart, editing)} />
        {/*
         * The first tap of a double tap may close the provider's page. The second would hit this link and leave before the page says how the
         * payment ended. The hidden link keeps its space, because Pay would move away from the finger on a shorter page.
         */}
        <Button
          variant="quiet"
          wide
          to={`/venues/${cart.venue_id}/vendors`}
          style={{ visibility: isPaying ? 'hidden' : undefined }}
        >
          {t('Continue Shopping')}
        </Button>
      </div>
    </div>
  );
}

/** Shows the small print of a row on one line for each rate. */
const withRates = ({ rates, ...row }: CartRow): ReceiptRow => ({
  ...row,
  ...(rates && {
    note: rates.map((text) => (
      <span key={text} className={styles.rate}>
        {text}
      </span>
    )),
  }),
});

const DAY_MS = 86_400_000;
/** The cart is fetched once more after this time, because the first response may be older than the change. */
const AGAIN_MS = 20_000;

/** Fetches the cart again when a vendor opens or closes, because no event announces that. A running payment goes on. */
function useFreshOpening(changesAt: string | undefined): void {
  const minutesAhead = useMinutesAhead();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a corrected clock starts the timer again
  useEffect(() => {
    if (changesAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refreshIn = (milliseconds: number) => {
      timer = setTimeout(() => {
        void refreshCart();
        refreshIn(AGAIN_MS);
      }, milliseconds);
    };
    // A browser's timer cannot wait longer than 24 days, so this one waits a day at a time.
    const wait = () => {
      const ahead = Math.max(0, Date.parse(changesAt) - serverNow());
      if (ahead > DAY_MS) timer = setTimeout(wait, DAY_MS);
      else refreshIn(ahead);
    };
    wait();
    return () => clearTimeout(timer);
  }, [changesAt, minutesAhead]);
}

interface PaymentSectionProps {
  cart: ShownCart;
  /** Replaces payment while the cart is not ready for it. */
  gate: ReactNode;
}

function PaymentSection({ cart, gate }: PaymentSectionProps) {
  const [search] = useSearchParams();
  // The cart may be paid even if a vendor has closed since, so the payment is looked up before the gate is shown.
  const [isKept, setKept] = useState(() => search.has('payment_intent') || leftPayment(cart.id) !== undefined);
  // Payment stays once it was open, so that it can say how it ended even if the cart can no longer be paid.
  if (!gate && !isKept) setKept(true);
  return gate && !isKept ? gate : <Payment cart={cart} gate={gate} />;
}

/** Returns the notice that replaces payment; undefined if the cart is ready for it. */
function gateOf(cart: ShownCart, editing: ReadonlySet<Editing>): ReactNode {
  const gate = paymentGate(cart, editing);
  switch (gate.state) {
    case 'delivery-missing':
      return (
        <div className={styles.gate}>
          <Icon of={CircleAlert} className={styles.gateIcon} />
          <div>
            <h2 className={styles.gateTitle}>{t('Please select Delivery type...')}</h2>
            <p className={styles.gateText}>
              {t('Choose Collect or Deliver for {vendors}, and press Apply. Then you can pay.', {
                vendors: listOf(gate.vendors),
              })}
            </p>
          </div>
        </div>
      );
    case 'vendors-closed':
      return (
        <Alert>
          {gate.vendors.length === 1
            ? t('{vendor} is not taking orders right now. Remove the marked items, or pay when it is open again.', {
                vendor: listOf(gate.vendors),
              })
            : t(
                '{vendors} are not taking orders right now. Remove the marked items, or pay when they are open again.',
                {
                  vendors: listOf(gate.vendors),
                },
              )}
        </Alert>
      );
    case 'lines-changed':
      return <Alert>{t('Something in your cart changed. Change or remove the marked items to pay.')}</Alert>;
    case 'editing':
      return <Alert tone="info">{t('Apply or cancel the open Collect / Deliver choice. Then you can pay.')}</Alert>;
    case 'note-open':
      return <Alert tone="info">{t('Save or cancel the open allergy note. Then you can pay.')}</Alert>;
    case 'tip-open':
      return <Alert tone="info">{t('Apply your tip, or choose another. Then you can pay.')}</Alert>;
    case 'free':
      return <FreeOrder cart={cart} />;
    case 'open':
      return undefined;
  }
}
