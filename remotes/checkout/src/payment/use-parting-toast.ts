import { useEffect, useRef } from 'react';
import { serverNow } from 'shared-contracts/client';
import { shellState, showToast, subscribe } from 'shared-contracts/events';
import { isShownCart, paidCart } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { type Notice, PAYMENT_TOAST_MS, partingNotice, READ_MS } from './payment.rules';
import type { RefusedPayment } from './payment-state';

/** Shows a notice as a toast if the page has no place for it any more. */
export const toastNotice = ({ tone, title, text }: Notice) =>
  showToast(`${title}. ${text}`, { color: tone === 'danger' ? 'danger' : 'dark', timeout: PAYMENT_TOAST_MS });

/**
 * A cart that was paid or emptied elsewhere removes its notice, mostly just after the refusal. A toast shows the notice then, unless this
 * page placed the orders or the account has changed.
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
