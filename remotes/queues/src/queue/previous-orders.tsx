import { Link } from 'shared-contracts/router';
import { formatDate, formatTime } from 'shared-contracts/rules/dates';
import type { Order } from 'shared-contracts/types';
import { Card, CoverImage, FailedState, Price } from 'shared-contracts/ui';
import { paidText } from '../order/order.rules';
import styles from './previous-orders.module.css';
import { usePreviousOrders } from './queue.resource';
import { matchesSearch, orderLabel, orderPath } from './queue.rules';

/** Collected orders, with what was paid. Nothing is shown while there are none. */
export function PreviousOrders({ search }: { search: string }) {
  const previous = usePreviousOrders({ isEnabled: true });
  if (previous.isError && !previous.data) {
    return (
      <FailedState
        variant="row"
        title="Previous Orders could not be loaded"
        onRetry={() => void previous.refetch()}
        busy={previous.isFetching}
      />
    );
  }
  const orders = (previous.data ?? []).filter((order) => search === '' || matchesSearch(order, search));
  if (orders.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Previous Orders</h2>
      <Card as="ul" clip>
        {orders.map((order) => (
          <li key={order.id} className={styles.row}>
            <PreviousOrder order={order} />
          </li>
        ))}
      </Card>
    </section>
  );
}

function PreviousOrder({ order }: { order: Order }) {
  return (
    <Link className={styles.link} to={orderPath(order.id, 'collected')}>
      <CoverImage src={order.vendor.image_url} className={styles.thumbnail} />
      <div>
        <p className={styles.vendor}>{order.vendor.name}</p>
        <p className={styles.when}>
          {orderLabel(order)} ·{' '}
          <time dateTime={order.created_at}>
            {formatDate(order.created_at)}, {formatTime(order.created_at)}
          </time>
        </p>
      </div>
      <Price>{paidText(order)}</Price>
    </Link>
  );
}
