import { useCallback, useEffect, useState } from 'react';
import { subscribe, useEvent, useShell } from 'shared-contracts/events';
import { announceCart, refreshCart, refreshSummary, useCart } from './cart.resource';
import { useLeftPayment } from './use-left-payment';

/** The first fetch of the cart waits this long, so that it never competes with the page. */
const FIRST_REFRESH_MS = 500;

/** Keeps the cart badge correct: it fetches the cart shortly after load, after every change here or elsewhere, and when it may be stale. */
export function Slot() {
  const venueId = useShell(({ venue }) => venue?.id);
  const [isDue, setDue] = useState(false);

  useLeftPayment();
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FIRST_REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);

  return isDue && venueId !== undefined ? <CartOfVenue key={venueId} venueId={venueId} /> : null;
}

function CartOfVenue({ venueId }: { venueId: number }) {
  const { data } = useCart(venueId);
  const refresh = useCallback(() => void refreshCart(), []);
  useEvent('cart-updated', refresh);
  useEvent('refresh-wanted', refresh);
  // A vendor made an item available or unavailable, which may affect lines of the cart.
  useEvent('stock-updated', refresh);

  // Announcements from other remotes and tabs need a fetch; our own do not.
  useEffect(
    () =>
      subscribe('cart-changed', (_cart, { source }) =>
        source === 'checkout' ? undefined : void refreshSummary(venueId),
      ),
    [venueId],
  );

  useEffect(() => {
    if (data) announceCart(venueId, data.data);
  }, [data, venueId]);

  return null;
}
