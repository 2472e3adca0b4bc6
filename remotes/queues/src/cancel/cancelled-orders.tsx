import { useId } from 'react';
import { formatTime } from 'shared-contracts/rules/dates';
import { Badge, Button, Card } from 'shared-contracts/ui';
import { orderLabel, orderPath } from '../queue/queue.rules';
import type { CancelledOrder } from './cancellation.rules';
import { CancellationNote } from './cancellation-note';
import styles from './cancelled-orders.module.css';

/** A customer's orders that will not come. They are in no queue any more, so they stand above every tab. */
export function CancelledOrders({ orders }: { orders: readonly CancelledOrder[] }) {
  return orders.map((order) => <CancelledCard key={order.id} order={order} />);
}

function CancelledCard({ order }: { order: CancelledOrder }) {
  const id = useId();
  return (
    <Card as="article" padded className={styles.card} aria-labelledby={`${id}-vendor ${id}-number`}>
      <div className={styles.head}>
        <div>
          <h2 id={`${id}-vendor`} className={styles.vendor}>
            {order.vendor.name}
          </h2>
          <p className={styles.number}>
            <span id={`${id}-number`}>Order {orderLabel(order)}</span> ·{' '}
            <time dateTime={order.cancellation.cancelled_at}>{formatTime(order.cancellation.cancelled_at)}</time>
          </p>
        </div>
        <Badge tone="late">Cancelled</Badge>
      </div>
      <CancellationNote order={order} />
      <Button size="small" to={orderPath(order.id, 'cancelled')}>
        View Order
      </Button>
    </Card>
  );
}
