import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useParams, useSearchParams } from 'shared-contracts/router';
import { formatDateTimeGb } from 'shared-contracts/rules/dates';
import { formatMajor } from 'shared-contracts/rules/money';
import type { HallOrder, HallOrders } from 'shared-contracts/types';
import { Badge, Button, Card, EmptyState, FailedState, Skeleton, SkeletonBlock, TextInput } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { orderPath } from '../office/paths';
import { t } from '../words';
import { STATE_TONES, stateName } from './order-words';
import styles from './orders.module.css';
import { useOrders } from './orders.resource';

/** Finds the orders of a hall. The search is in the address, so that it can be shared and gone back to. */
export function Screen() {
  const { venueId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const first = useOrders(venueId, search, null);
  return (
    <Office section="orders" heading={t('Orders')} read={first}>
      {(page) => (
        <>
          <SearchForm key={search} search={search} onSearch={(q) => setParams(q ? { q } : {})} />
          <List key={`list ${search}`} venueId={venueId} search={search} first={page} />
        </>
      )}
    </Office>
  );
}

function SearchForm({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [text, setText] = useState(search);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <form className={styles.search} onSubmit={submit}>
      <TextInput
        label={t('Find an order')}
        hint={t('A number, a name, an email, a table, an amount or the provider’s reference.')}
        type="search"
        enterKeyHint="search"
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" icon={Search}>
        {t('Find')}
      </Button>
      {search !== '' && (
        <Button variant="quiet" onClick={() => onSearch('')}>
          {t('All orders')}
        </Button>
      )}
    </form>
  );
}

interface ListProps {
  venueId: string;
  search: string;
  first: HallOrders;
}

function List({ venueId, search, first }: ListProps) {
  /** The orders after which the further pages begin. */
  const [cursors, setCursors] = useState<number[]>([]);
  if (first.data.length === 0) {
    return search === '' ? (
      <EmptyState title={t('No order yet.')} text={t('Orders appear here as they are paid.')} />
    ) : (
      <EmptyState title={t('No order was found.')} text={t('Check the spelling, or search for less.')} />
    );
  }
  const more = (next: number) => setCursors([...cursors, next]);
  const last = cursors.at(-1);
  return (
    <>
      <Card as="ul" clip aria-label={t('Orders')}>
        <Rows venueId={venueId} orders={first.data} />
        {cursors.map((after) => (
          <FurtherRows key={after} venueId={venueId} search={search} after={after} />
        ))}
      </Card>
      {last === undefined ? (
        <More next={first.next} onMore={more} />
      ) : (
        <MoreAfter venueId={venueId} search={search} after={last} onMore={more} />
      )}
    </>
  );
}

interface PageProps {
  venueId: string;
  search: string;
  after: number;
}

function FurtherRows({ venueId, search, after }: PageProps) {
  const page = useOrders(venueId, search, after);
  if (page.data) return <Rows venueId={venueId} orders={page.data.data} />;
  if (page.isPending) {
    return (
      <li className={styles.waiting}>
        <Skeleton label={t('Loading more orders…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      </li>
    );
  }
  return (
    <li className={styles.waiting}>
      <FailedState
        variant="row"
        title={t('The orders could not be loaded.')}
        error={page.error}
        busy={page.isFetching}
        onRetry={() => void page.refetch()}
      />
    </li>
  );
}

function MoreAfter({ venueId, search, after, onMore }: PageProps & { onMore: (next: number) => void }) {
  return <More next={useOrders(venueId, search, after).data?.next ?? null} onMore={onMore} />;
}

function More({ next, onMore }: { next: number | null; onMore: (next: number) => void }) {
  if (next === null) return null;
  return (
    <div className={styles.more}>
      <Button onClick={() => onMore(next)}>{t('Show more orders')}</Button>
    </div>
  );
}

function Rows({ venueId, orders }: { venueId: string; orders: readonly HallOrder[] }) {
  return orders.map((order) => (
    <li key={order.id} className={styles.row}>
      <Link to={orderPath(venueId, order.id)} className={styles.order}>
        <span className={styles.words}>
          <span className={styles.name}>
            <span translate="no">{order.order_number ?? `#${order.id}`}</span>
            <Badge tone={STATE_TONES[order.state]}>{stateName(order.state)}</Badge>
          </span>
          <span className={styles.note}>
            <bdi translate="no">{order.vendor.name}</bdi>
            {'\u00a0· '}
            <bdi translate="no">{order.customer.name}</bdi>
            {`\u00a0· ${order.location}`}
          </span>
          <span className={styles.note}>{formatDateTimeGb(order.placed_at, order.timezone)}</span>
        </span>
        <span className={styles.amounts}>
          <span className={styles.amount}>{formatMajor(order.total, order.currency, order.currency_symbol)}</span>
          {order.refunded > 0 && (
            <span className={styles.note}>
              {t('{amount} refunded', { amount: formatMajor(order.refunded, order.currency, order.currency_symbol) })}
            </span>
          )}
        </span>
      </Link>
    </li>
  ));
}
