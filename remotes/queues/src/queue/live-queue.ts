/** Keeps the queue up to date. The server's events are hints: each leads to a refetch. */
import { useEffect } from 'react';
import { shellState, subscribe } from 'shared-contracts/events';
import { invalidate } from 'shared-contracts/query';
import { finishFetch, isFetchingQueue, refreshOrders, refreshQueue } from './queue.resource';
import { wantWholeQueue } from './queue-changes';

/** While the socket is down the queue is requested this often, in milliseconds. */
const POLL_MS = 30_000;

const HINTS = ['queue-order-added', 'queue-order-state-updated', 'queue-positions-changed', 'order-updated'] as const;

/** The screen and the background both use it; the events are heard, and the clock runs, once. */
export function useLiveQueue(): void {
  useEffect(() => {
    liveQueue.join();
    return () => liveQueue.leave();
  }, []);
}

/** This page's one live queue. It runs while somebody on the page uses it. */
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

  /** Follows a hint in a task of its own: the event's task is busy enough with the sound, the counts and the note of a new order. */
  onHint(): void {
    if (this.isHintWaiting) return;
    this.isHintWaiting = true;
    setTimeout(() => {
      this.isHintWaiting = false;
      void this.refreshOnceMore();
    });
  },

  /** Hints may come faster than responses: a pending request finishes, and one more follows it. */
  async refreshOnceMore(): Promise<void> {
    if (!isFetchingQueue()) return refreshQueue();
    if (this.isRefreshDue) return;
    this.isRefreshDue = true;
    await finishFetch();
    this.isRefreshDue = false;
    await refreshQueue();
  },
};

/** @returns a function that stops it */
function followEvents(): () => void {
  const stops = [
    ...HINTS.map((name) => subscribe(name, () => liveQueue.onHint())),
    // It comes every 120 s, and after a time in which this page may have missed events.
    subscribe('refresh-wanted', () => {
      wantWholeQueue();
      void refreshQueue();
      // A colleague's pause may have gone unheard.
      refreshOrders({ withVendor: true });
    }),
    // A collected order leaves the queue and joins the previous orders; one that is back at 'done' leaves those.
    subscribe('queue-order-state-updated', ({ queue }) => {
      if (queue.state === 'collected' || queue.state === 'done') refreshOrders();
    }),
    subscribe('order-updated', () => refreshOrders()),
    // An update without an item is of the vendor itself: a colleague paused new orders, or takes them again.
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
