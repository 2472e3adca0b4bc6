import type { ReactNode } from 'react';
import { useResource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';
import { FailedState } from 'shared-contracts/ui';
import type { ShownCart } from '../cart/latest-cart.rules';
import { t } from '../words';
import { globalProvider } from './global/global-provider';
import { PaymentFlow } from './payment-flow';
import type { PaymentProvider } from './payment-provider';
import { PaymentSkeleton } from './payment-skeleton';
import { paystackProvider } from './paystack/paystack-provider';
import { stripeProvider } from './stripe/stripe-provider';
import { useLeavingEndsPayment } from './use-leave-paid';

const PROVIDERS: Record<Venue['payment_provider'], PaymentProvider> = {
  Stripe: stripeProvider,
  Paystack: paystackProvider,
  Global: globalProvider,
};

interface PaymentProps {
  cart: ShownCart;
  /** Replaces the Pay button or form while the cart is not ready for a payment. */
  gate?: ReactNode;
}

/** Shows the payment of a cart with the provider that its venue uses. */
export function Payment({ cart, gate }: PaymentProps) {
  const venue = useResource<Envelope<Venue>>(`/venues/${cart.venue_id}`);

  useLeavingEndsPayment(cart.id);

  if (venue.isPending) {
    return <PaymentSkeleton />;
  }
  // A loaded venue stays, because a later failed request must not end a running payment.
  if (!venue.data) {
    return (
      <FailedState
        text={t('You were not charged.')}
        error={venue.error}
        onRetry={() => void venue.refetch()}
        busy={venue.isFetching}
      />
    );
  }
  const { payment_provider, payment_provider_key } = venue.data.data;
  return (
    <PaymentFlow provider={PROVIDERS[payment_provider]} cart={cart} publishableKey={payment_provider_key} gate={gate} />
  );
}
