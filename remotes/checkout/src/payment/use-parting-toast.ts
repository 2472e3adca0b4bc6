import { useEffect, useRef } from 'react';
import { serverNow } from 'shared-contracts/client';
import { shellState, showToast, subscribe } from 'shared-contracts/events';
import { isShownCart, paidCart } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { type Notice, PAYMENT_TOAST_MS, partingNotice, READ_MS } from './payment.rules';
import type { RefusedPayment } from './payment-state';

/** Tells a notice that has no place on the page any more. */
export const toastNotice = ({ tone, title, text }: Notice) =>
  showToast(`${title}. ${text}`, { color: tone === 'danger' ? 'danger' : 'dark', timeout: PAYMENT_TOAST_MS });

/**
 * A cart that was paid or emptied elsewhere takes its notice away, mostly just after the refusal: a toast tells it then. It does not where
 * this page placed the orders, and tells no other account.
 */
export function usePartingToast({ id, venue_id }: ShownCart, refused: RefusedPayment | undefined): void {
  const latest = useRef(refused);
  latest.current = refused;
  useEffect(() => {
    const userId = shellState().session?.user.id;
    const isSameAccount = () => {
      const { session } = shellState();
      return session?.user.id === userId && session?.context.type === 'User';
    };
    let isPaidHere = false;
    const stop = subscribe('payment-ended', ({ cartId, outcome }) => {
      isPaidHere ||= cartId === id && outcome === 'paid';
    });
    const tell = async ({ reason, outcome }: RefusedPayment) => {
      const isPaid = (await paidCart(id)) !== undefined;
      const notice = partingNotice(reason, outcome, isPaid);
      if (notice && isSameAccount()) toastNotice(notice);
    };
    return () => {
      stop();
      const unread = latest.current;
      if (!unread || serverNow() - unread.at > READ_MS || isPaidHere) return;
      if (isSameAccount() && !isShownCart({ id, venue_id })) void tell(unread);
    };
  }, [id, venue_id]);
}
