import { useShell } from 'shared-contracts/events';
import { Button } from 'shared-contracts/ui';

/** Leads a customer without orders to the vendors of the present venue, else to the venues. */
export function OrderSomething() {
  const venueId = useShell(({ venue }) => venue?.id);
  return (
    <Button variant="primary" to={venueId === undefined ? '/venues' : `/venues/${venueId}/vendors`}>
      {venueId === undefined ? 'See all venues' : 'See all vendors'}
    </Button>
  );
}
