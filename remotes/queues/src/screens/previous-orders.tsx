import type { ApiErrorShape } from 'shared-contracts/client';
import { Link } from 'shared-contracts/router';
import type { Order } from 'shared-contracts/types';
import { Card, CoverImage, FailedState, Price, Skeleton } from 'shared-contracts/ui';
import { paidText } from '../order/order.rules';
import { orderDate } from '../order/order-time.rules';
import { matchesSearch, orderLabel, orderPath } from '../order/order-words.rules';
import head from '../order/ticket-head.module.css';
import { useFailure, useHandedOut, usePreviousOrders } from '../queue/queue.resource';
import { t } from '../words';
import styles from './previous-orders.module.css';

interface SearchedProps {
  search: string;
}

/** Shows the orders that were collected: a vendor's, or without a vendor the customer's own. */
export function CollectedOrders({ vendorId, search }: SearchedProps & { vendorId: number | undefined }) {
  if (vendorId === undefined) return <PreviousOrders search={search} />;
  return <HandedOutOrders vendorId={vendorId} search={search} />;
}

/** Lists the customer's collected orders, with what was paid. */
function PreviousOrders({ search }: SearchedProps) {
  return <OrderList orders={usePreviousOrders()} search={search} otherName={({ vendor }) => vendor.name} hasPicture />;
}

/** Lists what the vendor handed out lately. */
function HandedOutOrders({ vendorId, search }: SearchedProps & { vendorId: number }) {
  return <OrderList orders={useHandedOut(vendorId)} search={search} otherName={({ user }) => user.name} />;
}

interface OrderListProps {
  orders: ReturnType<typeof usePreviousOrders>;
  search: string;
  /** Returns the other side's name. */
  otherName: (order: Order) => string;
  /** The rows show the vendor's picture, which the vendor itself does not need. */
  hasPicture?: boolean;
}

/** Shows an empty skeleton. While it is shown the page has no footer, since arriving orders would move it. */
export function OrdersToCome() {
  return <Skeleton label={t('Loading more orders…')}>{null}</Skeleton>;
}

interface MissingOrdersProps {
  title: string;
  orders: OrderListProps['orders'];
  failure: ApiErrorShape;
}

/** Says below the running orders that further orders could not be loaded. */
export function MissingOrders({ title, orders, failure }: MissingOrdersProps) {
  return (
    <FailedState
      variant="row"
      title={title}
      error={failure}
      onRetry={() => void orders.refetch()}
      busy={orders.isFetching}
    />
  );
}

/** Lists the orders that the search finds. It shows nothing if there are none. */
function OrderList({ orders, search, otherName, hasPicture = false }: OrderListProps) {
  const failure = useFailure(orders);
  if (failure) {
    return <MissingOrders title={t('Previous Orders could not be loaded')} orders={orders} failure={failure} />;
  }
  if (orders.isLoading) return <OrdersToCome />;
  const found = (orders.data ?? []).filter((order) => search === '' || matchesSearch(order, search));
  if (found.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>{t('Previous Orders')}</h2>
      <Card as="ul" clip>
        {found.map((order) => (
          <li key={order.id} className={styles.row}>
            <PreviousOrder order={order} name={otherName(order)} hasPicture={hasPicture} />
          </li>
        ))}
      </Card>
    </section>
  );
}

function PreviousOrder({ order, name, hasPicture }: { order: Order; name: string; hasPicture: boolean }) {
  return (
    <Link className={styles.link} to={orderPath(order.id, 'collected')}>
      {hasPicture && <CoverImage src={order.vendor.image_url} className={head.thumbnail} />}
      <div className={head.words}>
        <p className={head.vendor} translate="no">
          <bdi>{name}</bdi>
        </p>
        <p className={head.number}>
          <bdi translate="no">{orderLabel(order)}</bdi> ·{' '}
          <time dateTime={order.created_at}>{orderDate(order, order.created_at)}</time>
        </p>
      </div>
      <Price>{paidText(order)}</Price>
    </Link>
  );
}
