import { useCallback, useEffect, useRef } from 'react';
import { type ShellEvents, showToast, useEvent, useShell } from 'shared-contracts/events';
import { writeLocal } from 'shared-contracts/local-keys';
import { useNavigate } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import type { QueueEntry } from 'shared-contracts/types';
import { useAudience, useLiveQueue, usePreviousOrders, useQueue } from '../queue/queue.resource';
import { type Notice, noticePermission, showNotice } from './browser-notice';
import { doneNotice, entryDoneNotice, messageNotice, newlyDone, newOrderNotice } from './notification.rules';
import { noteStates, runningOf } from './notification-records';
import { endPush, startPush } from './push-subscription';

/** Food that is ready is worth more than a glance. */
const ANNOUNCED_MS = 10_000;

/** On every page while somebody is signed in: keeps the queue and the unread count true, and announces what matters. */
export function Slot() {
  useLiveQueue();
  useLocalCopies();
  useAnnouncements();
  usePush();
  return null;
}

function useLocalCopies(): void {
  const isCustomer = useAudience() === 'customer';
  const { data: entries } = useQueue();
  const { data: previous } = usePreviousOrders({ isEnabled: isCustomer });
  const isPanelOpen = useShell((state) => state.isNotificationsOpen);

  useEffect(() => {
    if (!entries) return;
    const running = runningOf(entries);
    writeLocal('queue', running);
    // The open panel marks what it shows as seen, by itself.
    if (!isPanelOpen) noteStates(running);
  }, [entries, isPanelOpen]);

  useEffect(() => {
    if (isCustomer && previous) writeLocal('queues', previous);
  }, [isCustomer, previous]);
}

/** Somebody who allowed notices on this browser before need not be asked again. */
function usePush(): void {
  const userId = useShell(({ session }) => session?.user.id);
  useEffect(() => {
    if (userId !== undefined && noticePermission() === 'granted') void startPush();
  }, [userId]);
  useEvent('signed-out', endPush);
}

/**
 * An event that was sent while this page's socket was away is heard by nobody: what the list then says is done is told all
 * the same. The first list of a page is where it starts from and no news. `heard` takes the entries whose event came;
 * `isOnScreen` is whether the list's own toast still stands, as the event may yet follow.
 */
function useMissedDone(isCustomer: boolean, announceDone: (notice: Notice) => void) {
  const { data: entries } = useQueue();
  const before = useRef<readonly QueueEntry[] | undefined>(undefined);
  const heard = useRef(new Set<number>());
  const toldAt = useRef(new Map<number, number>());

  useEffect(() => {
    const known = before.current;
    before.current = isCustomer ? entries : undefined;
    if (!isCustomer || !known || !entries) return;
    for (const entry of newlyDone(known, entries)) {
      const notice = heard.current.has(entry.id) ? undefined : entryDoneNotice(entry);
      if (!notice) continue;
      toldAt.current.set(entry.id, Date.now());
      announceDone(notice);
    }
  }, [entries, isCustomer, announceDone]);

  const isOnScreen = useCallback((id: number) => Date.now() - (toldAt.current.get(id) ?? 0) < ANNOUNCED_MS, []);
  return { heard, isOnScreen };
}

function useAnnouncements(): void {
  const isCustomer = useAudience() === 'customer';
  const navigate = useNavigate();
  const announce = useCallback(
    (notice: Notice, toast: string) => {
      showToast(toast, { timeout: ANNOUNCED_MS });
      void showNotice(notice, navigate);
    },
    [navigate],
  );

  const announceDone = useCallback((notice: Notice) => announce(notice, `${notice.title} ${notice.body}`), [announce]);
  const { heard, isOnScreen } = useMissedDone(isCustomer, announceDone);
  const onStateUpdated = useCallback(
    (update: ShellEvents['queue-order-state-updated']) => {
      const notice = isCustomer ? doneNotice(update) : undefined;
      if (!notice) return;
      const { id } = update.queue;
      heard.current.add(id);
      if (!isOnScreen(id)) announceDone(notice);
    },
    [announceDone, heard, isCustomer, isOnScreen],
  );
  const onAdded = useCallback(
    (added: ShellEvents['queue-order-added']) => {
      if (isCustomer) return;
      const notice = newOrderNotice(added);
      announce(notice, notice.title);
    },
    [announce, isCustomer],
  );
  const onMessage = useCallback(
    ({ message }: ShellEvents['message-received']) => announce(messageNotice(message, site().product), message),
    [announce],
  );
  useEvent('queue-order-state-updated', onStateUpdated);
  useEvent('queue-order-added', onAdded);
  useEvent('message-received', onMessage);
}
