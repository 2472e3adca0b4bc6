import type { ReactNode } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation, useServerNow } from 'shared-contracts/query';
import { minutesSince } from 'shared-contracts/rules/dates';
import { formatMajor } from 'shared-contracts/rules/money';
import type { HallToday, VenueWatch } from 'shared-contracts/types';
import { Button, Card, EmptyState, FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { orderPath, stallPrintersPath, watchPath } from '../office/paths';
import { t } from '../words';
import { Entry } from './entry';
import { RefusedTransfer } from './refused-transfer';
import styles from './today.module.css';
import { markAlertSeen, switchStall, type useWatch } from './today.resource';

interface AttentionProps {
  venueId: string;
  today: HallToday;
  watch: ReturnType<typeof useWatch>;
}

/** Lists what an operator has to look at, each with its action. The money comes first, then what guests wait for. */
export function Attention({ venueId, today, watch }: AttentionProps) {
  const { mismatches, refunds, refused_transfers, unprinted } = today;
  const watched = watch.data;
  const count =
    mismatches.data.length +
    refunds.data.length +
    refused_transfers.data.length +
    unprinted.data.length +
    (watched ? watched.unseen.data.length + watched.silent.data.length + watched.late.data.length : 0);
  return (
    <section className={styles.section} aria-labelledby="attention">
      <h2 id="attention">{t('What needs you')}</h2>
      {count === 0 && watched && (
        <EmptyState
          title={t('Nothing needs you.')}
          text={t('Each order is seen, each open stall can be reached, and no payment is in doubt.')}
        />
      )}
      {count > 0 && (
        <Card as="ul" clip>
          {mismatches.data.map((alert) => (
            <Mismatch key={`alert ${alert.id}`} venueId={venueId} alert={alert} />
          ))}
          {refunds.data.map((refund) => (
            <RefundInDoubt key={`refund ${refund.id}`} venueId={venueId} refund={refund} />
          ))}
          {refused_transfers.data.map((refused) => (
            <RefusedTransfer
              key={`transfer ${refused.vendor.id} ${refused.currency} ${refused.is_reversal}`}
              venueId={venueId}
              refused={refused}
            />
          ))}
          {unprinted.data.map((order) => (
            <Unprinted key={`unprinted ${order.order.id}`} venueId={venueId} entry={order} />
          ))}
          {watched && <Watched venueId={venueId} watch={watched} />}
        </Card>
      )}
      {!watched && watch.isPending && (
        <Skeleton label={t('Loading the watch…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      )}
      {!watched && watch.isError && (
        <FailedState
          variant="row"
          title={t('The orders that wait could not be loaded.')}
          error={watch.error}
          busy={watch.isFetching}
          onRetry={() => void watch.refetch()}
        />
      )}
    </section>
  );
}

function Mismatch({ venueId, alert }: { venueId: string; alert: HallToday['mismatches']['data'][number] }) {
  const seen = useMutation({
    mutationFn: () => markAlertSeen(venueId, alert.id),
    onSuccess: () => showToast(t('The payment is marked as seen.'), { color: 'success' }),
    onError: showFailure,
  });
  const { customer, provider, reference } = alert;
  return (
    <Entry
      head={<bdi translate="no">{customer}</bdi>}
      badge={t('Another amount was paid')}
      note={
        <>
          {t('{asked} was asked, {received} arrived. It is refunded.', {
            asked: formatMajor(alert.asked, alert.asked_currency, `${alert.asked_currency} `),
            received: formatMajor(alert.received, alert.received_currency, `${alert.received_currency} `),
          })}{' '}
          <span translate="no">{`${provider} ${reference ?? ''}`}</span>
        </>
      }
      actions={
        <Button
          size="small"
          busy={seen.isPending}
          aria-label={t('Mark as seen: {name}', { name: customer })}
          onClick={() => seen.mutate()}
        >
          {t('Mark as seen')}
        </Button>
      }
    />
  );
}

function RefundInDoubt({ venueId, refund }: { venueId: string; refund: HallToday['refunds']['data'][number] }) {
  const { order, vendor, state, amount, currency, currency_symbol } = refund;
  const text = {
    unclear: t('Look at the provider whether {amount} was refunded, then say so at the order.', {
      amount: formatMajor(amount, currency, currency_symbol),
    }),
    failed: t('The provider took {amount} back. Refund the order again.', {
      amount: formatMajor(amount, currency, currency_symbol),
    }),
    delayed: t('{amount} is not refunded yet. It is tried again.', {
      amount: formatMajor(amount, currency, currency_symbol),
    }),
  }[state];
  const badge = {
    unclear: t('Refund unclear'),
    failed: t('Refund failed'),
    delayed: t('Refund delayed'),
  }[state];
  return <OrderEntry venueId={venueId} order={order} vendor={vendor} badge={badge} note={text} />;
}

function Unprinted({
  venueId,
  entry: { order, vendor, since },
}: {
  venueId: string;
  entry: HallToday['unprinted']['data'][number];
}) {
  const now = useServerNow();
  return (
    <OrderEntry
      venueId={venueId}
      order={order}
      vendor={vendor}
      badge={t('Not printed')}
      note={t('Its ticket has waited for {minutes} min.', { minutes: minutesSince(since, now) })}
    >
      <Button
        size="small"
        to={stallPrintersPath(vendor.id)}
        aria-label={t('Printers of {name}', { name: vendor.name })}
      >
        {t('Printers')}
      </Button>
    </OrderEntry>
  );
}

/** What the watch of the hall tells: orders that no one has seen, stalls that cannot be reached, and late orders. */
function Watched({ venueId, watch }: { venueId: string; watch: VenueWatch }) {
  const now = useServerNow();
  return (
    <>
      {watch.unseen.data.map(({ order, vendor, customer, location }) => (
        <OrderEntry
          key={`unseen ${order.id}`}
          venueId={venueId}
          order={order}
          vendor={vendor}
          badge={t('Not seen')}
          note={
            <>
              {t('Has waited {minutes} min', { minutes: minutesSince(order.placed_at, now) })}
              {'\u00a0· '}
              <bdi translate="no">{customer}</bdi>
              {`\u00a0· ${location}`}
            </>
          }
        />
      ))}
      {watch.silent.data.map(({ vendor, since }) => (
        <SilentStall key={`silent ${vendor.id}`} venueId={venueId} vendor={vendor}>
          {t('Not heard from for {minutes} min', { minutes: minutesSince(since, now) })}
        </SilentStall>
      ))}
      {watch.late.data.map(({ order, vendor, promised_at }) => (
        <OrderEntry
          key={`late ${order.id}`}
          venueId={venueId}
          order={order}
          vendor={vendor}
          badge={t('Late')}
          note={t('{minutes} min late', { minutes: minutesSince(promised_at, now) })}
        />
      ))}
    </>
  );
}

interface SilentStallProps {
  venueId: string;
  vendor: { id: number; name: string };
  children: ReactNode;
}

function SilentStall({ venueId, vendor: { id, name }, children }: SilentStallProps) {
  const close = useMutation({
    mutationFn: () => switchStall(venueId, id, false),
    onSuccess: () => showToast(t('{name} takes no orders.', { name }), { color: 'success' }),
    onError: showFailure,
  });
  return (
    <Entry
      head={<bdi translate="no">{name}</bdi>}
      badge={t('Cannot be reached')}
      note={children}
      actions={
        <>
          <Button
            size="small"
            busy={close.isPending}
            aria-label={t('Close the stall: {name}', { name })}
            onClick={() => close.mutate()}
          >
            {t('Close the stall')}
          </Button>
          <Button size="small" variant="quiet" to={watchPath(venueId)}>
            {t('Watch')}
          </Button>
        </>
      }
    />
  );
}

interface OrderEntryProps {
  venueId: string;
  order: { id: number; order_number: string | null };
  vendor: { name: string };
  badge: string;
  note: ReactNode;
  children?: ReactNode;
}

function OrderEntry({ venueId, order: { id, order_number }, vendor, badge, note, children }: OrderEntryProps) {
  const number = order_number ?? `#${id}`;
  return (
    <Entry
      head={
        <>
          <span translate="no">{number}</span>
          {'\u00a0· '}
          <bdi translate="no">{vendor.name}</bdi>
        </>
      }
      badge={badge}
      note={note}
      actions={
        <>
          {children}
          <Button size="small" to={orderPath(venueId, id)} aria-label={t('Open the order {number}', { number })}>
            {t('Open the order')}
          </Button>
        </>
      }
    />
  );
}
