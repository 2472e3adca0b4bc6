import type { Order } from 'shared-contracts/types';
import { CoverImage } from 'shared-contracts/ui';
import { rich } from '../words';
import { orderTime } from './order-time.rules';
import { orderLabel } from './order-words.rules';
import styles from './ticket-head.module.css';

export interface TicketHeadProps {
  order: Order;
  /** The prefix of the ids of the two elements that name the ticket: `${id}-vendor ${id}-number`. */
  id: string;
  /** When the ticket's event happened, ISO 8601. */
  at: string;
}

/** Heads a customer's ticket with the vendor, the number and the time. */
export function TicketHead({ order, id, at }: TicketHeadProps) {
  return (
    <div className={styles.head}>
      <CoverImage src={order.vendor.image_url} className={styles.thumbnail} />
      <div className={styles.words}>
        <h2 id={`${id}-vendor`} className={styles.vendor} translate="no">
          <bdi>{order.vendor.name}</bdi>
        </h2>
        <p className={styles.number}>
          <span id={`${id}-number`}>
            {rich('Order <number>{label}</number>', {
              label: orderLabel(order),
              number: (text) => (
                <bdi key="number" translate="no">
                  {text}
                </bdi>
              ),
            })}
          </span>{' '}
          · <time dateTime={at}>{orderTime(order, at)}</time>
        </p>
      </div>
    </div>
  );
}
