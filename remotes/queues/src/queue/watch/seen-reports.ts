/**
 * Reports to the server that a kitchen's page is open in a visible window, and which cards it shows there. The server takes this as a sign of
 * life of the stall, and as the fact that the stall has seen those orders.
 */
import { type RefObject, useEffect } from 'react';
import { api } from 'shared-contracts/client';
import { subscribe, useShell } from 'shared-contracts/events';

/** A visible page reports this often, in milliseconds. */
export const HEARTBEAT_MS = 60_000;
/** A card counts as seen once it was visible this long, in milliseconds. One report has all cards that became visible meanwhile. */
export const DWELL_MS = 1_000;
/** The server takes this many orders in a report. */
const MOST = 200;

/** The visible cards and their orders. All cards of the page have one observer. */
const visibleOrders = new Map<Element, number>();
const observedOrders = new Map<Element, number>();
let observer: IntersectionObserver | undefined;

/** The reports of this page. They run while a component of a stall's account uses them. */
let reports: { vendorId: number; users: number; noteVisible: () => void; stop: () => void } | undefined;

/** Reports for the stall whose account is in use. The screens and the background all use it and share one report. */
export function useSeenReports(): void {
  const vendorId = useShell(({ session }) =>
    session?.context.type === 'Vendor' ? session.context.data.id : undefined,
  );
  useEffect(() => {
    if (vendorId === undefined) return;
    if (reports?.vendorId !== vendorId) {
      reports?.stop();
      reports = { vendorId, users: 0, ...startReports(vendorId) };
    }
    const joined = reports;
    joined.users += 1;
    return () => {
      joined.users -= 1;
      if (joined.users > 0) return;
      joined.stop();
      if (reports === joined) reports = undefined;
    };
  }, [vendorId]);
}

/** Counts the element as the card of an order. @param orderId undefined: the element shows no order that has to be seen */
export function useSeenCard(ref: RefObject<HTMLElement | null>, orderId: number | undefined): void {
  useEffect(() => {
    const element = ref.current;
    if (!element || orderId === undefined || typeof IntersectionObserver !== 'function') return;
    observer ??= new IntersectionObserver(onChanges, { threshold: [0, 0.25, 0.5] });
    observedOrders.set(element, orderId);
    observer.observe(element);
    return () => {
      observedOrders.delete(element);
      visibleOrders.delete(element);
      observer?.unobserve(element);
    };
  }, [ref, orderId]);
}

function onChanges(changes: readonly IntersectionObserverEntry[]): void {
  for (const change of changes) {
    const orderId = observedOrders.get(change.target);
    if (orderId !== undefined && isShown(change)) visibleOrders.set(change.target, orderId);
    else visibleOrders.delete(change.target);
  }
  if (visibleOrders.size > 0) reports?.noteVisible();
}

/** Half of the card is visible, or it fills half of the window. */
function isShown({
  isIntersecting,
  intersectionRatio,
  intersectionRect,
  rootBounds,
}: IntersectionObserverEntry): boolean {
  if (!isIntersecting) return false;
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2);
}

function startReports(vendorId: number): { noteVisible: () => void; stop: () => void } {
  /** The orders that this page has reported. */
  const reported = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const unreported = () => [...new Set(visibleOrders.values())].filter((id) => !reported.has(id)).slice(0, MOST);
  const send = async (orderIds: readonly number[]) => {
    if (document.visibilityState !== 'visible') return;
    try {
      await api().post(`/vendors/${vendorId}/seen`, { order_ids: orderIds });
      for (const id of orderIds) reported.add(id);
    } catch {
      // The next report has these orders too. The shell says that the site cannot be reached.
    }
  };
  const report = () => void send(unreported());
  const noteVisible = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const orderIds = unreported();
      if (orderIds.length > 0) void send(orderIds);
    }, DWELL_MS);
  };

  report();
  const heartbeat = setInterval(report, HEARTBEAT_MS);
  document.addEventListener('visibilitychange', report);
  const unsubscribe = subscribe('refresh-wanted', ({ why }) => {
    if (why === 'reconnected' || why === 'online') report();
  });
  return {
    noteVisible,
    stop() {
      clearTimeout(timer);
      clearInterval(heartbeat);
      document.removeEventListener('visibilitychange', report);
      unsubscribe();
    },
  };
}
