import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { useNavigate, useSearchParams } from 'shared-contracts/router';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Cart } from 'shared-contracts/types';
import { Alert, Button, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { refreshCart, useCartPaid } from '../cart/cart.resource';
import styles from './payment.module.css';
import { outcomeOf, startStripe } from './payment.resource';
import { StripeForm } from './stripe-form';
import { stripeFor } from './stripe-script';

const ASK_AGAIN_MS = 3_000;

type Step =
  | { at: 'closed'; message?: string }
  | { at: 'starting' }
  | { at: 'form'; stripe: Stripe; clientSecret: string; message?: string }
  | { at: 'checking'; reference: string }
  | { at: 'unknown'; reference: string };

export interface StripePaymentProps {
  cart: Cart;
  publishableKey: string;
}

/**
 * Card payment in Stripe's own fields. Coming back from a bank's page (3-D Secure by redirect), the address carries the
 * intent, and its outcome is asked of the server before anything else is offered.
 */
export function StripePayment({ cart, publishableKey }: StripePaymentProps) {
  const [search] = useSearchParams();
  const returned = search.get('payment_intent');
  const [step, setStep] = useState<Step>(returned ? { at: 'checking', reference: returned } : { at: 'closed' });
  const navigate = useNavigate();
  const markPaid = useCartPaid(cart);
  const price = formatMajor(cart.total, cart.currency, cart.currency_symbol);

  const leavePaid = useCallback(async () => {
    publish('payment-ended', { cartId: cart.id, outcome: 'paid' }, 'checkout');
    navigate('/queues');
    await markPaid();
  }, [cart.id, markPaid, navigate]);

  const open = async () => {
    setStep({ at: 'starting' });
    publish('payment-started', { cartId: cart.id }, 'checkout');
    try {
      const [stripe, clientSecret] = await Promise.all([stripeFor(publishableKey), startStripe(cart)]);
      setStep({ at: 'form', stripe, clientSecret });
    } catch (error) {
      console.warn('The payment did not start', error);
      publish('payment-ended', { cartId: cart.id, outcome: 'failed' }, 'checkout');
      // A payment that nobody heard of has just been found and its orders placed.
      if (isApiError(error) && error.code === 'CART_CLOSED') return void (await leavePaid());
      setStep({ at: 'closed', message: startMessage(error) });
      if (isApiError(error) && (error.status === 409 || error.status === 422)) await refreshCart();
    }
  };

  const reference = step.at === 'checking' ? step.reference : undefined;
  useEffect(() => {
    if (!reference) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const outcome = await outcomeOf(cart.id, reference);
      if (isGone) return;
      switch (outcome.state) {
        case 'succeeded':
          return leavePaid();
        case 'processing':
          timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
          return;
        case 'refused':
          publish('payment-ended', { cartId: cart.id, outcome: 'failed' }, 'checkout');
          setStep({ at: 'closed', message: outcome.message });
          return;
        case 'unknown':
          setStep({ at: 'unknown', reference });
      }
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [reference, cart.id, leavePaid]);

  switch (step.at) {
    case 'closed':
      return (
        <div className={styles.payment}>
          {step.message && <Alert>{step.message}</Alert>}
          <Button variant="primary" size="tall" wide onClick={() => void open()} end={<span>{price}</span>}>
            Pay
          </Button>
        </div>
      );
    case 'starting':
      return (
        <Skeleton label="Opening the payment form…">
          <SkeletonBlock shape="picture" />
        </Skeleton>
      );
    case 'form':
      return (
        <Elements stripe={step.stripe} options={{ clientSecret: step.clientSecret, appearance: { theme: theme() } }}>
          <StripeForm
            price={price}
            returnUrl={`${window.location.origin}/venues/${cart.venue_id}/cart`}
            onConfirmed={(intentId) => setStep({ at: 'checking', reference: intentId })}
          />
        </Elements>
      );
    case 'checking':
      return <Alert tone="info">Finishing your payment. Please keep this page open; it takes a few seconds.</Alert>;
    case 'unknown':
      return (
        <div className={styles.payment}>
          <Alert>
            We could not find out whether your payment went through. Do not pay again: check once more, or look at your
            orders in a minute.
          </Alert>
          <Button variant="primary" wide onClick={() => setStep({ at: 'checking', reference: step.reference })}>
            Check again
          </Button>
        </div>
      );
  }
}

function startMessage(error: unknown): string {
  const reason = isApiError(error) ? error.message : 'The payment form could not be opened.';
  return reason.includes('charged') ? reason : `${reason} You were not charged.`;
}

/** Stripe's fields stand in a frame of another origin, where our tokens do not reach. */
function theme(): 'stripe' | 'night' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  return isDark ? 'night' : 'stripe';
}
