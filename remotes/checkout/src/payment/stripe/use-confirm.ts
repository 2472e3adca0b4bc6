import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../words';
import { CANCELLED, CART_CHANGED, type Notice } from '../payment.rules';
import type { FormInCartProps } from '../payment-provider';

export interface Confirm {
  /** Why the last try did not go through. */
  notice: Notice | undefined;
  /** True while Stripe confirms a payment. The bank may be asking the customer. */
  isSending: boolean;
  /**
   * Opens a payment and confirms it with the card or wallet in these elements.
   * @param onNotStarted called if no payment was opened, because a wallet's sheet waits for that
   */
  confirm(stripe: Stripe | null, elements: StripeElements | null, onNotStarted?: () => void): Promise<void>;
  /** The wallet's sheet was closed. */
  cancelled(): void;
  /** The customer confirmed a wallet's sheet that showed an old amount. */
  outdated(): void;
}

type Events = Pick<FormInCartProps, 'cart' | 'onPay' | 'onSent' | 'onDeclined'>;

/** Pays with the fields or with a wallet: it checks the input, opens a payment and confirms it. */
export function useConfirm(events: Events): Confirm {
  const [notice, setNotice] = useState<Notice>();
  const [isSending, setSending] = useState(false);
  const current = useRef(events);
  current.current = events;
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  /** The sheet also closes after a failed start. That does not count as a cancel by the customer. */
  const isNotStarted = useRef(false);
  const confirm = useCallback<Confirm['confirm']>(async (stripe, elements, onNotStarted) => {
    if (!stripe || !elements) return;
    setNotice(undefined);
    isNotStarted.current = false;
    const check = async () => {
      const { error } = await elements.submit();
      if (error) setNotice({ tone: 'danger', title: error.message ?? t('Please check your card.'), text: '' });
      return !error;
    };
    const payment = await current.current.onPay(check);
    if (!payment?.secret || isGone.current) {
      isNotStarted.current = true;
      onNotStarted?.();
      return;
    }
    setSending(true);
    const sent = await send(stripe, elements, payment.secret, returnUrlOf(current.current.cart.venue_id));
    setSending(false);
    // This is reported even if the form is gone because the cart changed and cannot be paid.
    if (sent.isUncertain) return current.current.onSent(payment);
    if (!current.current.onDeclined(payment)) return;
    setNotice({
      tone: 'danger',
      title: sent.message,
      text: t('You were not charged. Try again.'),
    });
  }, []);

  const cancelled = useCallback(() => {
    if (!isNotStarted.current) setNotice(CANCELLED);
  }, []);
  const outdated = useCallback(() => {
    isNotStarted.current = true;
    setNotice(CART_CHANGED);
  }, []);
  return { notice, isSending, confirm, cancelled, outdated };
}

type Sent = { isUncertain: true } | { isUncertain: false; message: string };

async function send(stripe: Stripe, elements: StripeElements, clientSecret: string, returnUrl: string): Promise<Sent> {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl },
      redirect: 'if_required',
    });
    if (!error || isUncertain(error)) return { isUncertain: true };
    return { isUncertain: false, message: error.message ?? t('Payment did not go through.') };
  } catch (error) {
    console.warn('The provider did not respond', error);
    return { isUncertain: true };
  }
}

/** The address to which the bank's page returns the customer. */
function returnUrlOf(venueId: number): string {
  return `${window.location.origin}/venues/${venueId}/cart`;
}

/** Whether money may have moved. Only a refused card or field is certain, because a second confirm of a paid intent fails too. */
function isUncertain({ type, payment_intent }: StripeError): boolean {
  const isPaid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing';
  return isPaid || type === 'api_connection_error' || type === 'api_error';
}
