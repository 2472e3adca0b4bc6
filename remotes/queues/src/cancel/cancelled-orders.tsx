import { useId } from 'react';
import { Badge, Button, Ticket } from 'shared-contracts/ui';
import type { CancelledOrder } from '../order/cancellation.rules';
import { CancellationNote } from '../order/cancellation-note';
import { orderPath } from '../order/order-words.rules';
import { TicketHead } from '../order/ticket-head';
import { QueueMasonry } from '../queue/board/queue-masonry';
import { t } from '../words';
import styles from './cancelled-orders.module.css';

/** Shows a customer's cancelled orders. They are in no queue, so every tab shows them below the orders that will come. */
export function CancelledOrders({ orders }: { orders: readonly CancelledOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <QueueMasonry>
      {orders.map((order) => (
        <CancelledCard key={order.id} order={order} />
      ))}
    </QueueMasonry>
  );
}

function CancelledCard({ order }: { order: CancelledOrder }) {
  const id = useId();
  return (
    <Ticket
      aria-labelledby={`${id}-vendor ${id}-number`}
      head={
        <>
          <TicketHead order={order} id={id} at={order.cancellation.cancelled_at} />
          <p className={styles.state}>
            <Badge tone="late">{t('Cancelled')}</Badge>
          </p>
        </>
      }
    >
      <CancellationNote order={order} />
      <Button size="small" wide className={styles.view} to={orderPath(order.id, 'cancelled')}>
        {t('View Order')}
      </Button>
    </Ticket>
  );
}
