import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { publish, showToast, useShell, useTitle } from 'shared-contracts/events';
import type { Cart, Order } from 'shared-contracts/types';
import { Alert, Button, cx, FailedState, Page, TabPanel, Tabs } from 'shared-contracts/ui';
import { CancelDialog } from '../cancel/cancel-dialog';
import { CancelledOrders } from '../cancel/cancelled-orders';
import { wasDismissed } from '../notifications/dismissal';
import { GetNotified } from '../notifications/get-notified';
import { useTextOffer } from '../notifications/use-text-offer';
import { orderLabel, receivedText } from '../order/order-words.rules';
import { PaidSummary, usePaidCart } from '../paid/paid-summary';
import { QueueGroups } from '../queue/board/queue-groups';
import { QueueSkeleton } from '../queue/board/queue-skeleton';
import { SortToggle } from '../queue/board/sort-toggle';
import { UndoBar } from '../queue/board/undo-bar';
import { LatenessContext } from '../queue/card/lateness';
import { CounterSwitches, PausedNote } from '../queue/counter/counter-switches';
import { NotSentNote } from '../queue/counter/not-sent-note';
import { SoundPrompt } from '../queue/counter/sound-prompt';
import { StuckNote } from '../queue/counter/stuck-note';
import { ToMake } from '../queue/counter/to-make';
import { useCounterLook } from '../queue/counter/use-counter-look';
import { useLiveQueue } from '../queue/live-queue';
import { useLocks } from '../queue/locks';
import { useAudience, useCancelledOrders, useFailure, useKitchenEntries, useQueue } from '../queue/queue.resource';
import { parseTab, QUEUE_TABS, type QueueAudience, type QueueTab, tabHeading, tabLabel } from '../queue/queue.rules';
import { useHeldWhilePressed } from '../queue/use-held-while-pressed';
import { useMoves } from '../queue/use-moves';
import { useIsAccepting, useLateness, useOpening } from '../queue/vendor-switches.resource';
import { useSeenReports } from '../queue/watch/seen-reports';
import { UnseenNote } from '../queue/watch/unseen-note';
import { t } from '../words';
import { EmptyList } from './empty-list';
import { ClockNote, LiveBadge, PollingNote } from './live-state';
import { CollectedOrders, MissingOrders, OrdersToCome } from './previous-orders';
import styles from './queues.module.css';
import { useDrawnList } from './use-drawn-list';
import { useQueueAddress } from './use-queue-address';
import { useStallOfLink } from './use-stall-of-link';

const TABS = 'queue';

/** Shows the orders on their way: a customer's own, or those that a vendor works. `?vendor=7` leads to the queue of that stall. */
export function Screen() {
  return useStallOfLink() ? null : <Queues />;
}

function Queues() {
  const audience = useAudience();
  const isVendor = audience === 'vendor';
  const { tab, order, selectTab, selectOrder } = useQueueAddress(audience);
  const vendorId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : undefined,
  );
  const { data: isAccepting, isLoading: isAskingAccepting, failureCount } = useIsAccepting(vendorId);
  const opening = useOpening(vendorId);
  const isByHours = opening?.has_schedule === true && opening.mode === 'schedule';
  const lateness = useLateness(vendorId);
  const queue = useQueue();
  const entries = useKitchenEntries(queue.data);
  const account = useCancelledOrders({ isEnabled: !isVendor });
  const paid = usePaidCart({ isEnabled: !isVendor });
  const [orderToCancel, setOrderToCancel] = useState<Order>();
  useLiveQueue();
  useSeenReports();
  useTitle(tabHeading(tab));
  useCounterLook(isVendor);

  const moves = useMoves(audience, (entry, from) => {
    if (entry.state !== 'collected' || from !== 'done') return;
    if (isVendor) selectTab('done');
    else showToast(receivedText(orderLabel(entry.order)), { color: 'success' });
  });

  const locks = useLocks(moves.locks);
  const search = useDeferredValue(useShell((state) => state.search.text)).trim();
  // The list waits for the vendor's first response and not for a retry: the orders are shown, even if the note of a pause moves them later.
  const isAskedToNotify = useState(() => !wasDismissed())[0];
  const { isAwaited: isOfferAwaited } = useTextOffer(isAskedToNotify);
  const isAwaited = (isAskingAccepting && failureCount === 0) || isOfferAwaited;
  const list = useDrawnList({ audience, tab, order, search, entries, locks, isAwaited });
  const { drawn, shownCount, counts } = list;
  // Both notes are above the list. They wait while a finger is down, so that they do not push the list under it.
  const isPaused = useHeldWhilePressed(isAccepting === false);
  const isStale = useHeldWhilePressed(queue.isError && entries !== undefined);
  const failure = useFailure(queue);
  const accountFailure = useFailure(account);
  // A search does not look for cancelled orders.
  const hasCancelled = !isVendor && search === '';
  // An empty list waits for the cancelled orders above its text, through all attempts.
  const isAwaitingAccount = hasCancelled && account.isLoading && !accountFailure;
  // The list and everything above it appear in one frame, since a later part would move the cards.
  const isLoading = drawn ? shownCount === 0 && isAwaitingAccount : !failure;
  useSearchCount(search === '' ? null : (shownCount ?? null));

  const head = (
    <QueueHead audience={audience} tab={tab} isLoaded={queue.isSuccess} paidCart={paid.cart}>
      {(isVendor || counts.all > 1) && (
        <div className={styles.tools}>
          {vendorId !== undefined && <CounterSwitches key={vendorId} vendorId={vendorId} entries={entries} />}
          <SortToggle order={order} onChange={selectOrder} />
        </div>
      )}
    </QueueHead>
  );
  if (paid.isAwaited) {
    return (
      <>
        {head}
        <Page width="queue" className={styles.page}>
          <QueueSkeleton audience={audience} />
        </Page>
      </>
    );
  }

  return (
    <>
      {head}
      <Tabs
        even
        sticky
        idBase={TABS}
        label={t('Orders')}
        tabs={QUEUE_TABS.map(({ id }) => ({ id, label: tabLabel(id), count: entries && counts[id] }))}
        isCounting={!entries}
        selected={tab}
        onSelect={(id) => selectTab(parseTab(id))}
      />
      <Page width="queue" className={styles.page}>
        <PollingNote />
        {isVendor && <ClockNote />}
        {isVendor && <NotSentNote />}
        <TabPanel idBase={TABS} tab={tab} className={styles.panel}>
          {isLoading && <QueueSkeleton audience={audience} />}
          {/* Both notes replace the skeleton together with the list. Outside of the panel they would move it. */}
          {isVendor && drawn && entries && (
            <UnseenNote
              entries={entries}
              onShow={tab === 'new' || tab === 'all' ? undefined : () => selectTab('new')}
            />
          )}
          {isVendor && drawn && <StuckNote />}
          {/* A paused stall gets no new orders to be notified of, so the note alone is enough. */}
          {!isLoading && (isPaused ? <PausedNote hasOrders={counts.all > 0} isByHours={isByHours} /> : <GetNotified />)}
          {drawn?.zones && <p className={styles.zones}>{drawn.zones}</p>}
          {!isLoading && <ToMake dishes={list.toMake} />}
          {!drawn && failure && <FailedList queue={queue} failure={failure} isAlone={!accountFailure} />}
          {isStale && <StaleNote queue={queue} />}
          {drawn && (
            <LatenessContext value={lateness}>
              <QueueGroups
                groups={drawn.groups}
                view={drawn.view}
                audience={audience}
                locks={moves.locks}
                lastId={moves.lastId}
                onMove={moves.move}
                onCancel={setOrderToCancel}
              />
            </LatenessContext>
          )}
          {!isLoading && hasCancelled && <CancelledOrders orders={account.data ?? []} />}
          {!isLoading && hasCancelled && tab !== 'all' && accountFailure && (
            <MissingOrders
              title={t('Cancelled orders could not be loaded')}
              orders={account}
              failure={accountFailure}
            />
          )}
          {!isLoading && shownCount === 0 && (
            <EmptyList
              audience={audience}
              search={list.placedCount > 0 ? search : ''}
              elsewhere={tab === 'all' ? 0 : counts.all}
              vendorId={vendorId}
              onShowAll={() => selectTab('all')}
            />
          )}
          {!isLoading && tab !== 'all' && isAwaitingAccount && <OrdersToCome />}
          {!isLoading && tab === 'all' && <CollectedOrders vendorId={vendorId} search={search} />}
        </TabPanel>
      </Page>
      {isVendor && <CancelDialog order={orderToCancel} onClose={() => setOrderToCancel(undefined)} />}
      {isVendor && (
        <div role="status">
          {moves.last && (
            <UndoBar key={`${moves.last.entry.id}-${moves.last.entry.state}`} last={moves.last} moves={moves} />
          )}
        </div>
      )}
    </>
  );
}

interface QueueHeadProps {
  audience: QueueAudience;
  tab: QueueTab;
  /** The queue has loaded, so that it can be live. */
  isLoaded: boolean;
  /** The cart that was paid just now. */
  paidCart: Cart | undefined;
  children: ReactNode;
}

/** Shows the title, the tools of the queue as its children, and the summary of a payment made just now. */
function QueueHead({ audience, tab, isLoaded, paidCart, children }: QueueHeadProps) {
  const isVendor = audience === 'vendor';
  return (
    <Page width="queue">
      <div className={cx(styles.head, isVendor && styles.counter)}>
        <h1 className={styles.title}>{tabHeading(tab)}</h1>
        {isVendor && isLoaded && <LiveBadge />}
        {children}
      </div>
      {isVendor && <SoundPrompt />}
      {paidCart && <PaidSummary cart={paidCart} />}
    </Page>
  );
}

interface FailedListProps {
  queue: ReturnType<typeof useQueue>;
  failure: ApiErrorShape;
  /** Nothing else on the screen failed to load. */
  isAlone: boolean;
}

function FailedList({ queue, failure, isAlone }: FailedListProps) {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const isListOnly = isOnline && isAlone;
  return (
    <FailedState
      text={isListOnly ? t('Your orders are safe. Only this list could not be loaded.') : t('Your orders are safe.')}
      error={failure}
      onRetry={() => void queue.refetch()}
      busy={queue.isFetching}
    />
  );
}

function StaleNote({ queue }: Pick<FailedListProps, 'queue'>) {
  return (
    <Alert className={styles.stale}>
      <div className={styles.staleWords}>
        <span>{t('This list may be out of date. It could not be refreshed.')}</span>
        <Button size="small" onClick={() => void queue.refetch()} busy={queue.isFetching}>
          {t('Try Again')}
        </Button>
      </div>
    </Alert>
  );
}

function useSearchCount(count: number | null): void {
  useEffect(() => publish('search-counted', { count }, 'queues'), [count]);
  useEffect(() => () => publish('search-counted', { count: null }, 'queues'), []);
}
