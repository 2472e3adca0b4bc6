import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { publish, showToast, useShell, useTitle } from 'shared-contracts/events';
import { useSearchParams } from 'shared-contracts/router';
import type { Order } from 'shared-contracts/types';
import { Alert, Button, cx, EmptyState, FailedState, Page, TabPanel, Tabs } from 'shared-contracts/ui';
import { CancelDialog } from '../cancel/cancel-dialog';
import { CancelledOrders } from '../cancel/cancelled-orders';
import { GetNotified } from '../notifications/get-notified';
import { OrderSomething } from '../order/order-something';
import { zoneNote } from '../order/order-time.rules';
import { matchesSearch, orderLabel } from '../order/order-words.rules';
import { PaidSummary, usePaidCart } from '../paid/paid-summary';
import { QueueGroups } from '../queue/board/queue-groups';
import { QueueSkeleton } from '../queue/board/queue-skeleton';
import { SortToggle } from '../queue/board/sort-toggle';
import { UndoBar } from '../queue/board/undo-bar';
import { LatenessContext } from '../queue/card/lateness';
import { changeCounter, useCounter } from '../queue/desk/counter';
import { NotSentNote } from '../queue/desk/not-sent-note';
import { SoundPrompt } from '../queue/desk/sound-prompt';
import { ToMake } from '../queue/desk/to-make';
import { useCounterLook } from '../queue/desk/use-counter-look';
import { PausedNote, VendorDesk } from '../queue/desk/vendor-desk';
import { useLiveQueue } from '../queue/live-queue';
import { useLocks } from '../queue/locks';
import { useAudience, useCancelledOrders, useFailure, useKitchenEntries, useQueue } from '../queue/queue.resource';
import {
  arrange,
  countByTab,
  EMPTY_QUEUE,
  headingOf,
  listEntries,
  QUEUE_TABS,
  type QueueAudience,
  type QueueTab,
  type SortOrder,
  tabOf,
} from '../queue/queue.rules';
import { dishesToMake } from '../queue/to-make.rules';
import { useHeldWhilePressed } from '../queue/use-held-while-pressed';
import { useMoves } from '../queue/use-moves';
import { useHasEmptyMenu, useIsAccepting, useLateness, useOpening } from '../queue/vendor-switches.resource';
import { ClockNote, LiveBadge, PollingNote } from './live-state';
import { HandedOutOrders, MissingOrders, OrdersToCome, PreviousOrders } from './previous-orders';
import styles from './queues.module.css';

const TABS = 'queue';

/** Orders on their way: a customer's own, or those that a vendor works. */
export function Screen() {
  const audience = useAudience();
  const { tab, order, selectTab, selectOrder } = useQueueAddress(audience);
  const vendorId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : undefined,
  );
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const { data: isAccepting, isLoading: isAskingAccepting, failureCount } = useIsAccepting(vendorId);
  // The list waits for the first response and for no retry: the orders matter more than the room for a note.
  const isAcceptingPending = isAskingAccepting && failureCount === 0;
  const opening = useOpening(vendorId);
  const isByHours = opening?.has_schedule === true && opening.mode === 'schedule';
  const lateness = useLateness(vendorId);
  const queue = useQueue();
  const entries = useKitchenEntries(queue.data);
  const account = useCancelledOrders({ isEnabled: audience === 'customer' });
  const cancelled = account.data ?? [];
  const paid = usePaidCart({ isEnabled: audience === 'customer' });
  const [inQuestion, setInQuestion] = useState<Order>();
  useLiveQueue();
  useTitle(headingOf(tab));
  useCounterLook(audience === 'vendor');

  const moves = useMoves(audience, (entry, from) => {
    if (entry.state !== 'collected' || from !== 'done') return;
    if (audience === 'vendor') selectTab('done');
    else showToast(`Order ${orderLabel(entry.order)} is marked as received. Enjoy!`, { color: 'success' });
  });

  const locks = useLocks(moves.locks);
  const search = useDeferredValue(useShell((state) => state.search.text)).trim();
  const placed = useMemo(() => listEntries(entries ?? [], locks), [entries, locks]);
  const counts = countByTab(placed);
  const cooked = useDeferredValue(audience === 'vendor' ? entries : undefined);
  const dishes = useMemo(() => dishesToMake(cooked ?? []), [cooked]);
  const list = useMemo(() => {
    if (!entries || isAcceptingPending) return undefined;
    const found = search === '' ? placed : placed.filter(({ entry }) => matchesSearch(entry.order, search));
    return {
      groups: arrange(found, { tab, order, audience }),
      view: `${tab} ${order} ${search}`,
      zones: zoneNote(entries.map((entry) => entry.order)),
    };
  }, [entries, isAcceptingPending, placed, search, tab, order, audience]);
  // A tap shows on its card at once; hundreds of cards that give way are drawn when there is time, and no finger is down.
  const deferred = useDeferredValue(list);
  const drawn = useHeldWhilePressed(deferred, deferred?.view);
  // Above the list, and so what moves it.
  const isPaused = useHeldWhilePressed(isAccepting === false);
  const isStale = useHeldWhilePressed(queue.isError && entries !== undefined);
  const toMake = useHeldWhilePressed(dishes);
  const shownCount = drawn && drawn.groups.ready.length + drawn.groups.rest.length;
  const failure = useFailure(queue);
  const accountFailure = useFailure(account);
  // A search is not for cancelled orders.
  const hasCancelled = audience === 'customer' && search === '';
  // One frame brings the list and all that is above it: what came later would move the cards. Where there is no card, the words that
  // say so wait for the cancelled orders, which are above them, through all attempts.
  const isAwaitingAccount = hasCancelled && account.isLoading && !accountFailure;
  const isLoading = drawn ? shownCount === 0 && isAwaitingAccount : !failure;
  useSearchCount(search === '' ? null : (shownCount ?? null));

  const head = (
    <Page width="queue">
      <div className={cx(styles.head, audience === 'vendor' && styles.desk)}>
        <h1 className={styles.title}>{headingOf(tab)}</h1>
        {audience === 'vendor' && queue.isSuccess && <LiveBadge />}
        {(audience === 'vendor' || counts.all > 1) && (
          <div className={styles.tools}>
            {vendorId !== undefined && <VendorDesk key={vendorId} vendorId={vendorId} entries={entries} />}
            <SortToggle order={order} onChange={selectOrder} />
          </div>
        )}
      </div>
      {audience === 'vendor' && <SoundPrompt />}
      {paid.cart && <PaidSummary cart={paid.cart} />}
    </Page>
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
        label="Orders"
        tabs={QUEUE_TABS.map(({ id, label }) => ({ id, label, count: entries && counts[id] }))}
        isCounting={!entries}
        selected={tab}
        onSelect={(id) => selectTab(tabOf(id))}
      />
      <Page width="queue" className={styles.page}>
        <PollingNote />
        {audience === 'vendor' && <ClockNote />}
        {audience === 'vendor' && <NotSentNote />}
        <TabPanel idBase={TABS} tab={tab} className={styles.panel}>
          {isLoading && <QueueSkeleton audience={audience} />}
          {/* While it is paused there is no new order to be notified of, and one box says enough. */}
          {!isLoading && (isPaused ? <PausedNote hasOrders={counts.all > 0} isByHours={isByHours} /> : <GetNotified />)}
          {drawn?.zones && <p className={styles.zones}>{drawn.zones}</p>}
          {!isLoading && <ToMake dishes={toMake} />}
          {!drawn && failure && (
            <FailedState
              text={`Your orders are safe.${isOnline && !accountFailure ? ' Only this list could not be loaded.' : ''}`}
              error={failure}
              onRetry={() => void queue.refetch()}
              busy={queue.isFetching}
            />
          )}
          {isStale && (
            <Alert className={styles.stale}>
              <div className={styles.staleWords}>
                <span>This list may be out of date. It could not be refreshed.</span>
                <Button size="small" onClick={() => void queue.refetch()} busy={queue.isFetching}>
                  Try Again
                </Button>
              </div>
            </Alert>
          )}
          {drawn && (
            <LatenessContext value={lateness}>
              <QueueGroups
                groups={drawn.groups}
                view={drawn.view}
                audience={audience}
                locks={moves.locks}
                lastId={moves.lastId}
                onMove={moves.move}
                onCancel={setInQuestion}
              />
            </LatenessContext>
          )}
          {!isLoading && hasCancelled && <CancelledOrders orders={cancelled} />}
          {!isLoading && hasCancelled && tab !== 'all' && accountFailure && (
            <MissingOrders title="Cancelled orders" orders={account} failure={accountFailure} />
          )}
          {!isLoading && shownCount === 0 && search !== '' && placed.length > 0 && <NothingFound search={search} />}
          {!isLoading && shownCount === 0 && (search === '' || placed.length === 0) && (
            <EmptyQueue
              audience={audience}
              elsewhere={tab === 'all' ? 0 : counts.all}
              vendorId={vendorId}
              onShowAll={() => selectTab('all')}
            />
          )}
          {!isLoading && tab !== 'all' && isAwaitingAccount && <OrdersToCome />}
          {!isLoading && tab === 'all' && vendorId === undefined && <PreviousOrders search={search} />}
          {!isLoading && tab === 'all' && vendorId !== undefined && (
            <HandedOutOrders vendorId={vendorId} search={search} />
          )}
        </TabPanel>
      </Page>
      {audience === 'vendor' && <CancelDialog order={inQuestion} onClose={() => setInQuestion(undefined)} />}
      {audience === 'vendor' && (
        <div role="status">
          {moves.last && (
            <UndoBar key={`${moves.last.entry.id}-${moves.last.entry.state}`} last={moves.last} moves={moves} />
          )}
        </div>
      )}
    </>
  );
}

interface EmptyQueueProps {
  audience: QueueAudience;
  /** How many orders the other tabs have. */
  elsewhere: number;
  vendorId: number | undefined;
  onShowAll: () => void;
}

/** Leads a customer to the tab that has orders, to ready food first. A vendor stays, unless there is nothing to order yet. */
function EmptyQueue({ audience, elsewhere, vendorId, onShowAll }: EmptyQueueProps) {
  const isOpening = useHasEmptyMenu(vendorId) === true;
  // A shell of before does not know of roles.
  const vendors: readonly { id: number; role?: string }[] | undefined = useShell(
    ({ session }) => session?.user.vendors,
  );
  const isOwner = vendors?.find(({ id }) => id === vendorId)?.role !== 'staff';
  if (elsewhere > 0) {
    return <EmptyState title={EMPTY_QUEUE} action={<Button onClick={onShowAll}>See all orders</Button>} />;
  }
  if (isOpening && isOwner) {
    return (
      <EmptyState
        title={EMPTY_QUEUE}
        text="Your menu is empty."
        action={
          <Button variant="primary" to={`/vendor/${vendorId}/menu?edit=items/new`}>
            Add your first item
          </Button>
        }
      />
    );
  }
  return <EmptyState title={EMPTY_QUEUE} action={audience === 'customer' && <OrderSomething />} />;
}

function NothingFound({ search }: { search: string }) {
  return (
    <EmptyState
      title="No records found."
      text={`No order here matches “${search}”.`}
      action={<Button onClick={() => publish('search-typed', { text: '' }, 'queues')}>Clear search</Button>}
    />
  );
}

/**
 * Tab and order of sorting live in the address, so that a reload and the way back find them again. Where a vendor's address
 * names no order, it is the one that was chosen last on this device.
 */
function useQueueAddress(audience: QueueAudience) {
  const [params, setParams] = useSearchParams();
  const counter = useCounter();
  const usual = audience === 'vendor' ? counter.order : 'newest';
  const sort = params.get('sort');
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const set = (name: string, value: string | null) => {
    // A response may come after the page was left: the address is another screen's by then.
    if (!isShown.current) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  };
  return {
    tab: tabOf(params.get('filter')),
    order: sort === 'oldest' || sort === 'newest' ? sort : usual,
    selectTab: (tab: QueueTab) => set('filter', tab === 'new' ? null : tab),
    selectOrder: (order: SortOrder) => {
      if (audience === 'vendor') changeCounter({ order });
      set('sort', order === 'newest' ? null : order);
    },
  };
}

function useSearchCount(count: number | null): void {
  useEffect(() => publish('search-counted', { count }, 'queues'), [count]);
  useEffect(() => () => publish('search-counted', { count: null }, 'queues'), []);
}
