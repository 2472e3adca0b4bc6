import { useEffect } from 'react';
import { publish, shellState } from 'shared-contracts/events';
import { useResource } from 'shared-contracts/query';
import type { Cart, Envelope, Venue } from 'shared-contracts/types';
import { Alert, FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { StripePayment } from './stripe-payment';

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
  const { payment_provider, payment_provider_key, name } = venue.data.data;
  if (payment_provider !== 'Stripe') {
    return (
      <Alert tone="info">
        {name} takes payment through {payment_provider}, which opens here soon. Your cart stays as it is.
      </Alert>
    );
  }
  // A changed cart is another payment: the form starts again with the new amount.
  return <StripePayment key={cart.version} cart={cart} publishableKey={payment_provider_key} />;
}
