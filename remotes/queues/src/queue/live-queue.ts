/** Keeps the queue up to date. The server's events are hints: each leads to a refetch. */
import { useEffect } from 'react';
import { shellState, subscribe } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';
import { finishFetch, isFetchingQueue, refreshOrders, refreshQueue } from './queue.resource';
import { fetchWholeNextTime } from './queue-changes';

/** While the socket is down the queue is requested this often, in milliseconds. */
const POLL_MS = 30_000;

const HINTS = [
  'queue-order-added',
  'queue-order-state-updated',
  'queue-positions-changed',
  'order-updated',
  'orders-unseen',
] as const;

/** Keeps the queue up to date while the component is shown. The screen and the background both use it, and share its events and timer. */
export function useLiveQueue(): void {
  useEffect(() => {
    liveQueue.join();
    return () => liveQueue.leave();
  }, []);
}

/** The live queue of this page. It runs while a component uses it. */
const liveQueue = {
  users: 0,
  stop: () => {},
  isHintWaiting: false,
  isRefreshDue: false,

  join(): void {
    this.users += 1;
    if (this.users === 1) this.stop = followEvents();
  },

  leave(): void {
    this.users -= 1;
    if (this.users === 0) this.stop();
  },

  /** Follows a hint in its own task, since the task of the event is busy with the sound, the counts and the notice of a new order. */
  onHint(): void {
    if (this.isHintWaiting) return;
    this.isHintWaiting = true;
    setTimeout(() => {
      this.isHintWaiting = false;
      void this.refreshOnceMore();
    });
  },

  /** Lets a pending request finish and sends one more after it, since hints may come faster than responses. */
  async refreshOnceMore(): Promise<void> {
    if (!isFetchingQueue()) return refreshQueue();
    if (this.isRefreshDue) return;
    this.isRefreshDue = true;
    await finishFetch();
    this.isRefreshDue = false;
    await refreshQueue();
  },
};

/** Subscribes to the events and starts the timer. @returns a function that ends both */
function followEvents(): () => void {
  const stops = [
    ...HINTS.map((name) => subscribe(name, () => liveQueue.onHint())),
    // The shell publishes this event every 120 s, and when the page may have missed events.
    subscribe('refresh-wanted', () => {
      fetchWholeNextTime();
      void refreshQueue();
      // The page may have missed the event of a colleague's pause.
      refreshOrders({ withVendor: true });
    }),
    // A collected order leaves the queue and joins the previous orders. An order that returns to 'done' leaves the previous orders.
    subscribe('queue-order-state-updated', ({ queue }) => {
      if (queue.state === 'collected' || queue.state === 'done') refreshOrders();
    }),
    subscribe('order-updated', () => refreshOrders()),
    subscribe('printing-changed', ({ vendor_id }) => void invalidate(`/vendors/${vendor_id}/printers`)),
    // An update without an item concerns the vendor itself: a colleague paused new orders, or takes them again.
    subscribe('stock-updated', ({ item_id, vendor_id }) => {
      if (item_id === null) void invalidate(`/vendors/${vendor_id}`);
    }),
  ];
  const timer = setInterval(() => {
    if (shellState().connection.socket === 'live') return;
    void refreshQueue();
    // A cancelled order leaves the queue and joins the cancelled ones.
    refreshOrders();
  }, POLL_MS);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
