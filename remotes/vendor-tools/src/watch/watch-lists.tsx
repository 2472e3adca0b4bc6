import { type ReactNode, useId } from 'react';
import { useServerNow } from 'shared-contracts/query';
import { minutesSince } from 'shared-contracts/rules/dates';
import type { VenueWatch, WatchStep } from 'shared-contracts/types';
import { Badge, Card } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './watch.module.css';

type Unseen = VenueWatch['unseen']['data'];
type Silent = VenueWatch['silent']['data'];
type Late = VenueWatch['late']['data'];

/** Lists the orders that no one has seen, the oldest first. */
export function UnseenOrders({ orders }: { orders: Unseen }) {
  const now = useServerNow();
  return (
    <List title={t('Not seen')}>
      {orders.map(({ order, vendor, customer, location, step }) => (
        <Row
          key={order.id}
          head={<OrderName order={order} vendor={vendor} />}
          badge={stepText(step)}
          note={
            <>
              <bdi translate="no">{customer}</bdi>
              {`\u00a0· ${location}`}
            </>
          }
        >
          {t('Has waited {minutes} min', { minutes: minutesSince(order.placed_at, now) })}
        </Row>
      ))}
    </List>
  );
}

/** Lists the open stalls none of whose screens and printers is heard from. */
export function SilentStalls({ stalls }: { stalls: Silent }) {
  const now = useServerNow();
  return (
    <List title={t('Cannot be reached')}>
      {stalls.map(({ vendor, since }) => (
        <Row key={vendor.id} head={<bdi translate="no">{vendor.name}</bdi>}>
          {t('Not heard from for {minutes} min', { minutes: minutesSince(since, now) })}
        </Row>
      ))}
    </List>
  );
}

/** Lists the orders that are later than promised. */
export function LateOrders({ orders }: { orders: Late }) {
  const now = useServerNow();
  return (
    <List title={t('Later than promised')}>
      {orders.map(({ order, vendor, promised_at }) => (
        <Row key={order.id} head={<OrderName order={order} vendor={vendor} />}>
          {t('{minutes} min late', { minutes: minutesSince(promised_at, now) })}
        </Row>
      ))}
    </List>
  );
}

function stepText(step: WatchStep): string {
  return { ring: t('Rings in the kitchen'), staff: t('The stall was told'), hall: t('You were told') }[step];
}

function OrderName({ order, vendor }: Pick<Unseen[number], 'order' | 'vendor'>) {
  return (
    <>
      <span translate="no">{order.order_number ?? `#${order.id}`}</span>
      {'\u00a0· '}
      <bdi translate="no">{vendor.name}</bdi>
    </>
  );
}

/** A section is left out while its list is empty. */
function List({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const id = useId();
  if (children.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Card clip>
        <ul>{children}</ul>
      </Card>
    </section>
  );
}

interface RowProps {
  head: ReactNode;
  badge?: string;
  note?: ReactNode;
  children: ReactNode;
}

function Row({ head, badge, note, children }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <p className={styles.name}>{head}</p>
        {badge && <Badge tone="late">{badge}</Badge>}
      </div>
      {note && <p className={styles.note}>{note}</p>}
      <p className={styles.note}>{children}</p>
    </li>
  );
}
