import { useCallback, useEffect, useRef } from 'react';
import { serverNow } from 'shared-contracts/client';
import { type ShellEvents, showToast, useEvent, useShell } from 'shared-contracts/events';
import { writeLocal } from 'shared-contracts/local-keys';
import { useLocation, useNavigate } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import type { QueueEntry, RealtimeEvents } from 'shared-contracts/types';
import { useTabletPrinting } from '../printing/use-tablet-printing';
import { useCounterLook } from '../queue/counter/use-counter-look';
import { useNewOrderSound } from '../queue/counter/use-new-order-sound';
import { useLiveQueue } from '../queue/live-queue';
import { sendUnsentMoves } from '../queue/moves.resource';
import { announcedEntries, markAnnounced } from '../queue/news-start';
import { useAccount, useAudience, useKitchenEntries, usePreviousOrders, useQueue } from '../queue/queue.resource';
import type { QueueAudience } from '../queue/queue.rules';
import { dropMovesAtSessionEnd, useUnsentMoves } from '../queue/unsent-moves';
import { useSeenReports } from '../queue/watch/seen-reports';
import { unseenOf } from '../queue/watch/unseen.rules';
import { type Notice, noticePermission, showNotice } from './browser-notice';
import { doneNotice, entryNotice, findNews, messageNotice, newOrderNotice, unseenNotice } from './notification.rules';
import { saveStates, withoutCollected } from './notification-records';
import { endPush, startPush } from './push-subscription';

/** A toast stays this long, in milliseconds, since ready food deserves more than a glance. */
const ANNOUNCED_MS = 10_000;

/** A write of this many entries takes longer than a frame, so it waits until the queue is quiet or the page is left. */
const LONG_QUEUE = 50;
const LONG_QUEUE_WRITE_MS = 10_000;

/** Keeps the queue and the unread count up to date on every page of a signed-in visitor, and announces news. */
export function Slot() {
  useLiveQueue();
  useSeenReports();
  useLocalCopies();
  useCounterLook(useAudience() === 'vendor');
  useNewOrderSound(useKitchenEntries(useQueue().data));
  useAnnouncements();
  useUnseenNotices();
  useMoveSender();
  usePush();
  useTabletPrinting();
  return null;
}

function useLocalCopies(): void {
  const isCustomer = useAudience() === 'customer';
  const { data: entries } = useQueue();
  const { data: previous } = usePreviousOrders({ isEnabled: isCustomer });
  const isPanelOpen = useShell((state) => state.isNotificationsOpen);

  useEffect(() => {
    if (!entries) return;
    const write = () => writeLocal('queue', withoutCollected(entries));
    if (entries.length <= LONG_QUEUE) return write();
    const timer = setTimeout(write, LONG_QUEUE_WRITE_MS);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', write);
    };
  }, [entries]);

  useEffect(() => {
    // The open panel marks its entries as seen by itself.
    if (!entries || isPanelOpen) return;
    const save = () => saveStates(withoutCollected(entries));
    if (entries.length <= LONG_QUEUE) return save();
    // The records are written in a task of their own, so that the new list is drawn first.
    const timer = setTimeout(save);
    return () => clearTimeout(timer);
  }, [entries, isPanelOpen]);

  useEffect(() => {
    if (isCustomer && previous) writeLocal('queues', previous);
  }, [isCustomer, previous]);
}

/** A kitchen's unsent taps are sent again after this long, in milliseconds. */
const SEND_AGAIN_MS = 15_000;

function useMoveSender(): void {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const count = useUnsentMoves().moves.length;
  useEffect(dropMovesAtSessionEnd, []);
  useEffect(() => {
    if (!isOnline || count === 0) return;
    void sendUnsentMoves();
    const timer = setInterval(() => void sendUnsentMoves(), SEND_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOnline, count]);
}

/** Renews the subscription of a visitor who allowed notices on this browser before, without another question. */
function usePush(): void {
  const userId = useShell(({ session }) => session?.user.id);
  useEffect(() => {
    if (userId !== undefined && noticePermission() === 'granted') void startPush();
  }, [userId]);
  useEvent('signed-out', endPush);
}

/** The socket is connected before this code has arrived, so events may have been missed. */
const WITH_MISSED = { withMissed: true };

type WasAnnounced = (queueId: number, state: 'new' | 'done') => boolean;

/**
 * Announces events that this page missed, because its socket was down or the page was still opening, as soon as a list shows their result.
 * Nothing is announced twice: each event asks whether a list has announced it already.
 */
function useMissedNews(audience: QueueAudience, announce: (entry: QueueEntry) => void): WasAnnounced {
  const { data: entries, dataUpdatedAt: fetchedAt } = useQueue();
  const account = useAccount();
  /** The ids of the entries whose event came before any list that shows its result. */
  const seenEvents = useRef(new Set<number>());
  const announcedAt = useRef(new Map<number, number>());

  useEffect(() => {
    const before = entries && account !== null && markAnnounced(account, entries, fetchedAt);
    if (!before) return;
    for (const entry of findNews(audience, before, entries)) {
      if (seenEvents.current.delete(entry.id)) continue;
      announcedAt.current.set(entry.id, serverNow());
      announce(entry);
    }
  }, [entries, fetchedAt, account, audience, announce]);

  return useCallback(
    (id: number, state: 'new' | 'done') => {
      const entry = account === null ? undefined : announcedEntries(account)?.find((each) => each.id === id);
      if (!entry || (state === 'done' && entry.state !== 'done')) seenEvents.current.add(id);
      const at = announcedAt.current.get(id);
      if (at === undefined) return false;
      // An order is added once. It may become done again, after the vendor took it back.
      return state === 'new' || serverNow() - at < ANNOUNCED_MS;
    },
    [account],
  );
}

function useAnnouncements(): void {
  const audience = useAudience();
  const navigate = useNavigate();
  const announce = useCallback(
    (notice: Notice, toast: string) => {
      showToast(toast, { timeout: ANNOUNCED_MS });
      void showNotice(notice, navigate);
    },
    [navigate],
  );
  const announceNews = useCallback(
    (notice: Notice) => announce(notice, audience === 'vendor' ? notice.title : `${notice.title} ${notice.body}`),
    [announce, audience],
  );
  const announceMissed = useCallback(
    (entry: QueueEntry) => {
      const notice = entryNotice(audience, entry);
      if (notice) announceNews(notice);
    },
    [announceNews, audience],
  );
  const wasAnnounced = useMissedNews(audience, announceMissed);

  const onStateUpdated = useCallback(
    (update: RealtimeEvents['QueueOrderStateUpdated']) => {
      const notice = audience === 'customer' ? doneNotice(update) : undefined;
      if (!notice) return;
      // A repeated event is recorded too: it may be the first event of this entry that the page receives.
      const isOld = wasAnnounced(update.queue.id, 'done');
      if (!isOld || update.is_repeat) announceNews(notice);
    },
    [announceNews, audience, wasAnnounced],
  );
  const onAdded = useCallback(
    (added: ShellEvents['queue-order-added']) => {
      if (audience === 'vendor' && !wasAnnounced(added.queue.id, 'new')) announceNews(newOrderNotice(added));
    },
    [announceNews, audience, wasAnnounced],
  );
  const onMessage = useCallback(
    ({ message }: ShellEvents['message-received']) => announce(messageNotice(message, site().product), message),
    [announce],
  );
  useEvent('queue-order-state-updated', onStateUpdated, WITH_MISSED);
  useEvent('queue-order-added', onAdded, WITH_MISSED);
  useEvent('message-received', onMessage, WITH_MISSED);
}

/** Announces an order that no one has seen to a kitchen, once on a page. The page of the queue has a note instead of a toast. */
function useUnseenNotices(): void {
  const isVendor = useAudience() === 'vendor';
  const entries = useKitchenEntries(useQueue().data);
  const navigate = useNavigate();
  const isOnQueue = useLocation().pathname.endsWith('/queues');
  const announced = useRef(new Set<number>());
  useEffect(() => {
    if (!isVendor || !entries) return;
    for (const entry of unseenOf(entries)) {
      if (announced.current.has(entry.id)) continue;
      announced.current.add(entry.id);
      const notice = unseenNotice(entry, serverNow());
      if (!isOnQueue) showToast(notice.title, { timeout: ANNOUNCED_MS, color: 'danger' });
      void showNotice(notice, navigate);
    }
  }, [isVendor, isOnQueue, entries, navigate]);
}
