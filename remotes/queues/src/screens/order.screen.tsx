import { Printer } from 'lucide-react';
import { useTitle } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { useSearchParams } from 'shared-contracts/router';
import { labelOf } from 'shared-contracts/rules/queue-state';
import type { Order, QueueEntry } from 'shared-contracts/types';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  FailedState,
  Page,
  QuietHeading,
  Skeleton,
  SkeletonBlock,
  toneOf,
} from 'shared-contracts/ui';
import { AllergyNote } from '../order/allergy-note';
import { isCancelled } from '../order/cancellation.rules';
import { CancellationNote } from '../order/cancellation-note';
import { shownState } from '../order/order.rules';
import { OrderFacts, OrderTable } from '../order/order-paper';
import { OrderReceipt } from '../order/order-receipt';
import { orderLabel, printPath } from '../order/order-words.rules';
import { RefundNote } from '../order/refund-note';
import { ReadyIn } from '../queue/card/ready-in';
import { SoundPrompt } from '../queue/counter/sound-prompt';
import { useNewOrderSound } from '../queue/counter/use-new-order-sound';
import { useLiveQueue } from '../queue/live-queue';
import { useAudience, useFailure, useKitchenEntries, useQueue } from '../queue/queue.resource';
import { GuestNote } from '../queue/watch/guest-note';
import { useSeenReports } from '../queue/watch/seen-reports';
import { rich, t } from '../words';
import styles from './order.module.css';
import { useOrder } from './order.resource';
import { ReceiveOrder } from './receive-order';
import { StatusPicture } from './status-picture';
import { WorkOrder } from './work-order';

/** `/order?id=&state=&queue_id=` shows one order, its receipt and, once it is done, a button to confirm that it arrived. */
export function Screen() {
  const [params] = useSearchParams();
  const orderId = params.get('id');
  const order = useOrder(orderId);
  const queue = useQueue();
  const entries = useKitchenEntries(queue.data);
  const isVendor = useAudience() === 'vendor';
  const entry = entries?.find((each) => String(each.order.id) === orderId);
  // The API refuses an id that is no number. Such an order does not exist either.
  const isUnknown = orderId === null || order.error?.status === 404 || order.error?.status === 422;
  // The queue has the whole order even where it cannot be fetched, so a kitchen without a connection can go on with it.
  const shown = order.data ?? (isUnknown ? undefined : entry?.order);
  const stateHint = params.get('state');
  // Without a hint in the address the queue gives the state, which decides the content above the receipt. If the order cannot be fetched,
  // the queue may have it.
  const queueFailure = useFailure(queue);
  const isQueuePending = queue.isLoading && queue.failureCount === 0 && !queueFailure;
  const isLoading = shown ? isQueuePending && stateHint === null : order.isLoading || (isQueuePending && !isUnknown);
  useLiveQueue();
  useSeenReports();
  useTitle(shown && t('Order {number}', { number: orderLabel(shown) }));

  return (
    <>
      {(isLoading || !shown) && <QuietHeading>{t('Order')}</QuietHeading>}
      <Page width="account" className={styles.page}>
        {isVendor && <NewOrderSound entries={entries} />}
        {isUnknown && (
          <EmptyState
            title={t('This order could not be found.')}
            action={
              <Button variant="primary" to="/queues?filter=all">
                {t('View Orders')}
              </Button>
            }
          />
        )}
        {isLoading && <OrderSkeleton />}
        {order.isError && !shown && !isUnknown && !isLoading && (
          <FailedState
            text={t('The order is safe.')}
            error={order.error}
            onRetry={() => void order.refetch()}
            busy={order.isFetching}
          />
        )}
        {shown && !isLoading && (
          <OrderDetail order={shown} entry={entry} stateHint={stateHint} queueIdHint={params.get('queue_id')} />
        )}
      </Page>
    </>
  );
}

/** Rings for new orders, so that a cook who works on the page of an order notices the next ones. */
function NewOrderSound({ entries }: { entries: readonly QueueEntry[] | undefined }) {
  useNewOrderSound(entries);
  return <SoundPrompt />;
}

interface OrderDetailProps {
  order: Order;
  /** The order's running queue entry; absent once it is collected, or while the queue is loading. */
  entry: QueueEntry | undefined;
  stateHint: string | null;
  queueIdHint: string | null;
}

function OrderDetail({ order, entry, stateHint, queueIdHint }: OrderDetailProps) {
  const isVendor = useAudience() === 'vendor';
  const state = shownState(order, entry, stateHint);
  const queueId = entry?.id ?? (Number(queueIdHint) || undefined);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.picture}>
          <StatusPicture state={state} isCancelled={order.state === 'cancelled'} />
        </div>
        <div className={styles.title}>
          <h1>
            {rich('Order <number>{label}</number>', {
              label: orderLabel(order),
              number: (text) => (
                <span key="number" className={styles.number} translate="no">
                  {text}
                </span>
              ),
            })}
          </h1>
          <div className={styles.state}>
            {order.state === 'cancelled' && <Badge tone="late">{t('Cancelled')}</Badge>}
            {order.state !== 'cancelled' && state && <Badge tone={toneOf(state)}>{labelOf(state)}</Badge>}
          </div>
          <ReadyIn at={entry?.expected_at} />
        </div>
      </header>
      {!isVendor && state === 'done' && queueId !== undefined && <ReceiveOrder order={order} queueId={queueId} />}
      {!isVendor && entry && <GuestNote entry={entry} />}
      {isVendor && entry && order.state === 'placed' && <WorkOrder entry={entry} />}
      {isCancelled(order) ? <CancellationNote order={order} /> : <RefundNote order={order} />}
      <AllergyNote order={order} />
      <Card padded className={styles.card}>
        <OrderFacts order={order} />
      </Card>
      <Card padded className={styles.card}>
        <OrderTable order={order} />
      </Card>
      <OrderReceipt order={order} />
      <Slot key={order.id} name="order" params={{ orderId: String(order.id) }} />
      <Button icon={Printer} to={printPath(order.id)} className={styles.print}>
        {t('Print')}
      </Button>
    </>
  );
}

function OrderSkeleton() {
  return (
    <Skeleton label={t('Loading the order…')} className={styles.waiting}>
      <div className={styles.head}>
        <SkeletonBlock className={styles.roundBlock} />
        <div className={styles.words}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock shape="badge" width="short" />
        </div>
      </div>
      <SkeletonBlock className={styles.factsBlock} />
      <SkeletonBlock className={styles.tableBlock} />
      <SkeletonBlock className={styles.totalsBlock} />
      <SkeletonBlock shape="button" />
    </Skeleton>
  );
}
