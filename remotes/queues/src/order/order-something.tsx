import { useShell } from 'shared-contracts/events';
import { Button } from 'shared-contracts/ui';
import { t } from '../words';

/** Leads a customer without orders to the vendors of the present venue, else to the venues. */
export function OrderSomething() {
  const venueId = useShell(({ venue }) => venue?.id);
  return (
    <Button variant="primary" to={venueId === undefined ? '/venues' : `/venues/${venueId}/vendors`}>
      {venueId === undefined ? t('See all venues') : t('See all vendors')}
    </Button>
  );
}
