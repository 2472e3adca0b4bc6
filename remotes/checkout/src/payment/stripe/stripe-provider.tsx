/** Card payment in Stripe's own fields, in a frame of Stripe's origin. */
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { api } from 'shared-contracts/client';
import type { StartStripe } from 'shared-contracts/types';
import type { PaymentProvider } from '../payment-provider';
import { loadProviderScript } from '../provider-script';
import { StripeElements } from './stripe-elements';
import { StripeForm } from './stripe-form';

export const stripeProvider: PaymentProvider = {
  finish: 'pay-with-stripe',
  returnParameter: 'payment_intent',
  async start({ id, venue_id, version }, key) {
    const [stripe, { secret }] = await Promise.all([
      stripeFor(key),
      // The version says what the customer saw: a cart that another tab changed meanwhile is refused with 409.
      api().post<StartStripe>(`/carts/${id}/start-stripe`, { version }),
    ]);
    const { clientSecret } = secret;
    const returnUrl = `${window.location.origin}/venues/${venue_id}/cart`;
    return {
      // A client secret is the intent's id followed by a secret.
      reference: clientSecret.split('_secret_')[0] ?? clientSecret,
      form: (events) => (
        <StripeElements stripe={stripe} clientSecret={clientSecret}>
          <StripeForm returnUrl={returnUrl} {...events} />
        </StripeElements>
      ),
    };
  },
};

async function stripeFor(key: string): Promise<Stripe> {
  if (!('Stripe' in window)) await loadProviderScript('stripe');
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error('Stripe did not start.');
  return stripe;
}
