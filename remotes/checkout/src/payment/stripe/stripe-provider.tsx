/** Takes payments by card or wallet in Stripe's own fields, in frames of Stripe's origin. */
import { api } from 'shared-contracts/client';
import type { StartStripe } from 'shared-contracts/types';
import type { PaymentProvider } from '../payment-provider';
import { StripeInCart } from './stripe-in-cart';

export const stripeProvider: PaymentProvider = {
  finish: 'pay-with-stripe',
  returnParameter: 'payment_intent',
  FormInCart: StripeInCart,
  async start({ id, version }) {
    // The version says which cart the customer saw. The API refuses a cart that another tab has changed with 409.
    const { secret } = await api().post<StartStripe>(`/carts/${id}/start-stripe`, { version });
    const { clientSecret } = secret;
    // A client secret is the intent's id followed by a secret.
    return { reference: clientSecret.split('_secret_')[0] ?? clientSecret, secret: clientSecret };
  },
};
