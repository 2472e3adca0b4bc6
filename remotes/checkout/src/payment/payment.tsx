import { useEffect } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { useResource } from 'shared-contracts/query';
import type { Cart, Envelope, Venue } from 'shared-contracts/types';
import { FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { globalProvider } from './global/global-provider';
import { PaymentFlow } from './payment-flow';
import type { PaymentProvider } from './payment-provider';
import { paystackProvider } from './paystack/paystack-provider';
import { stripeProvider } from './stripe/stripe-provider';

const PROVIDERS: Record<Venue['payment_provider'], PaymentProvider> = {
  Stripe: stripeProvider,
  Paystack: paystackProvider,
  Global: globalProvider,
};

/** Payment of a cart that is ready for it, by the provider that its venue uses. */
export function Payment({ cart }: { cart: Cart }) {
  const venue = useResource<Envelope<Venue>>(`/venues/${cart.venue_id}`);

  // Leaving in the middle ends it for the shell; what the provider has is settled by the server.
  useEffect(
    () => () => {
      if (shellState().isPaying) publish('payment-ended', { cartId: cart.id, outcome: 'left' }, 'checkout');
    },
    [cart.id],
  );

  if (venue.isPending) {
    return (
      <Skeleton label="Preparing payment…">
        <SkeletonBlock shape="button" />
      </Skeleton>
    );
  }
  if (venue.isError) {
    return <FailedState text="You were not charged." onRetry={() => void venue.refetch()} busy={venue.isFetching} />;
  }
  const { payment_provider, payment_provider_key } = venue.data.data;
  return <PaymentFlow provider={PROVIDERS[payment_provider]} cart={cart} publishableKey={payment_provider_key} />;
}
