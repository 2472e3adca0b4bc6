import { formatMinor, toMinor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { Card, FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './orders.module.css';
import { useOrder } from './orders.resource';

/** Lists what was ordered, and what else the guest paid for the order: service charge, added tax, and tip. */
export function OrderedLines({ orderId }: { orderId: string }) {
  const order = useOrder(orderId);
  return (
    <Card padded as="section" aria-labelledby="items" className={styles.section}>
      <h2 id="items">{t('Items')}</h2>
      {order.data && <Lines order={order.data} />}
      {!order.data && order.isError && (
        <FailedState
          variant="row"
          title={t('The items could not be loaded.')}
          error={order.error}
          busy={order.isFetching}
          onRetry={() => void order.refetch()}
        />
      )}
      {!order.data && !order.isError && (
        <Skeleton label={t('Loading the items…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      )}
    </Card>
  );
}

function Lines({ order }: { order: Order }) {
  const money = (minor: number) => formatMinor(minor, order.currency, order.currency_symbol);
  return (
    <ul>
      {order.order_items.data.map((line) => (
        <li key={line.id} className={styles.line}>
          <span className={styles.words} translate="no">
            <bdi>{`${line.quantity}× ${line.variant.item.name}`}</bdi>
            <ChoicesOf line={line} />
          </span>
          <span className={styles.amount}>{money(toMinor(line.total, order.currency))}</span>
        </li>
      ))}
      {furtherAmounts(order).map(({ name, minor }) => (
        <li key={name} className={styles.line}>
          <span>{name}</span>
          <span className={styles.amount}>{money(minor)}</span>
        </li>
      ))}
    </ul>
  );
}

function ChoicesOf({ line: { variant, item_options } }: { line: Order['order_items']['data'][number] }) {
  const size = variant.name === variant.item.name ? [] : [variant.name];
  const choices = [...size, ...item_options.data.map(({ option }) => option.name)].join(' · ');
  return choices === '' ? null : <bdi className={styles.note}>{choices}</bdi>;
}

/** What is paid beside the lines, in minor units. A tax that the prices contain is no amount of its own. */
function furtherAmounts(order: Order): { name: string; minor: number }[] {
  const minor = (major: number) => toMinor(major, order.currency);
  const tax = order.tax_inclusive === 'Excludes' ? minor(order.tax_amount) + minor(order.service_fee_tax) : 0;
  return [
    { name: t('Service charge'), minor: minor(order.service_fee) },
    { name: order.tax_name || t('Tax'), minor: tax },
    { name: t('Tip'), minor: minor(order.tip ?? 0) },
  ].filter((each) => each.minor > 0);
}
