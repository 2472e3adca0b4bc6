import { publish, useShell } from 'shared-contracts/events';
import { Button, EmptyState } from 'shared-contracts/ui';
import { OrderSomething } from '../order/order-something';
import { emptyQueueText, type QueueAudience } from '../queue/queue.rules';
import { useHasEmptyMenu } from '../queue/vendor-switches.resource';
import { t } from '../words';

interface EmptyListProps extends EmptyQueueProps {
  /** The search that found no order; empty if there was none to find. */
  search: string;
}

/** Says why a tab shows no order, and leads on. */
export function EmptyList({ search, ...queue }: EmptyListProps) {
  return search === '' ? <EmptyQueue {...queue} /> : <NothingFound search={search} />;
}

interface EmptyQueueProps {
  audience: QueueAudience;
  /** The number of orders in the other tabs. */
  elsewhere: number;
  vendorId: number | undefined;
  onShowAll: () => void;
}

/** Leads a customer to the tab that has orders, to ready food first. A vendor stays, unless there is nothing to order yet. */
function EmptyQueue({ audience, elsewhere, vendorId, onShowAll }: EmptyQueueProps) {
  const isOpening = useHasEmptyMenu(vendorId) === true;
  const isStaff = useShell(({ session }) => session?.user.vendors.find(({ id }) => id === vendorId)?.role === 'staff');
  if (elsewhere > 0) {
    return <EmptyState title={emptyQueueText()} action={<Button onClick={onShowAll}>{t('See all orders')}</Button>} />;
  }
  if (isOpening && !isStaff) {
    return (
      <EmptyState
        title={emptyQueueText()}
        text={t('Your menu is empty.')}
        action={
          <Button variant="primary" to={`/vendor/${vendorId}/menu?edit=items/new`}>
            {t('Add your first item')}
          </Button>
        }
      />
    );
  }
  return <EmptyState title={emptyQueueText()} action={audience === 'customer' && <OrderSomething />} />;
}

function NothingFound({ search }: { search: string }) {
  return (
    <EmptyState
      title={t('No records found.')}
      text={t('No order here matches “{search}”.', { search })}
      action={<Button onClick={() => publish('search-typed', { text: '' }, 'queues')}>{t('Clear search')}</Button>}
    />
  );
}
