import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import { formatDateTimeGb } from 'shared-contracts/rules/dates';
import { formatMajor } from 'shared-contracts/rules/money';
import type { OrderHistory } from 'shared-contracts/types';
import { Badge, Button, Card, FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { showFailure } from '../office/failures';
import { Office } from '../office/office';
import { printPath } from '../office/paths';
import { t } from '../words';
import { CancelOrder } from './cancel-order';
import { eventName, refundState, STATE_TONES, stateName } from './order-words';
import { OrderedLines } from './ordered-lines';
import styles from './orders.module.css';
import { clearRefund, type OrderRefund, sendReceipt, useHistory, useOrder, useRefunds } from './orders.resource';
import { RefundOrder } from './refund-form';

/** Shows one order of a hall with its history, payment and refunds, and what an operator can do with it. */
export function Screen() {
  const { orderId = '' } = useParams();
  const history = useHistory(orderId);
  const order = history.data?.order;
  return (
    <Office
      section="orders"
      heading={order ? (order.order_number ?? `#${order.id}`) : t('Order')}
      isName={order !== undefined}
      read={history}
    >
      {(data) => <OrderOfHall key={orderId} orderId={orderId} history={data} />}
    </Office>
  );
}

function OrderOfHall({ orderId, history }: { orderId: string; history: OrderHistory }) {
  const { order, payment, events } = history;
  const isOpen = order.state !== 'collected' && order.state !== 'cancelled';
  return (
    <>
      <div className={styles.actions}>
        <Button to={printPath(order.id)}>{t('Print')}</Button>
        <SendReceipt orderId={orderId} email={order.customer.email} />
        {isOpen && <CancelOrder orderId={orderId} />}
      </div>
      <div className={styles.columns}>
        <Card padded as="section" aria-label={t('Order')} className={styles.section}>
          <p>
            <Badge tone={STATE_TONES[order.state]}>{stateName(order.state)}</Badge>
          </p>
          <dl className={styles.facts}>
            <Fact name={t('Stall')}>
              <bdi translate="no">{order.vendor.name}</bdi>
            </Fact>
            <Fact name={t('Customer')}>
              <bdi translate="no">{order.customer.name}</bdi>
            </Fact>
            <Fact name={t('Email')}>
              <span translate="no">{order.customer.email}</span>
            </Fact>
            <Fact name={t('Delivery')}>{order.location}</Fact>
            <Fact name={t('Placed')}>{formatDateTimeGb(order.placed_at, order.timezone)}</Fact>
            <Fact name={t('Total')}>{formatMajor(order.total, order.currency, order.currency_symbol)}</Fact>
          </dl>
          <h2>{t('Payment')}</h2>
          {payment ? (
            <dl className={styles.facts}>
              <Fact name={t('Provider')}>
                <span translate="no">{payment.provider}</span>
                {!payment.is_live && ` · ${t('test payment')}`}
              </Fact>
              <Fact name={t('Reference')}>
                <span translate="no">{payment.reference ?? '–'}</span>
              </Fact>
              <Fact name={t('Number on the receipt')}>
                <span translate="no">{payment.payment_number}</span>
              </Fact>
              <Fact name={t('Paid for the whole cart')}>
                {formatMajor(payment.amount, payment.currency, order.currency_symbol)}
              </Fact>
            </dl>
          ) : (
            <p className={styles.note}>{t('Nothing was paid for this order.')}</p>
          )}
        </Card>
        <Card padded as="section" aria-labelledby="history" className={styles.section}>
          <h2 id="history">{t('History')}</h2>
          <ol>
            {events.data.map(({ at, kind, by, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an event has no id, and the list only grows
              <li key={index} className={styles.event}>
                <span>
                  {eventName(kind)}
                  {by && (
                    <>
                      {' · '}
                      <bdi translate="no">{by}</bdi>
                    </>
                  )}
                </span>
                {text && (
                  <bdi className={styles.note} translate="no">
                    {text}
                  </bdi>
                )}
                <span className={styles.note}>{formatDateTimeGb(at, order.timezone)}</span>
              </li>
            ))}
          </ol>
        </Card>
      </div>
      <OrderedLines orderId={orderId} />
      <Refunds orderId={orderId} customer={order.customer.name} timezone={order.timezone} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function SendReceipt({ orderId, email }: { orderId: string; email: string }) {
  const send = useMutation({
    mutationFn: () => sendReceipt(orderId),
    onSuccess: () => showToast(t('The receipt is sent to {email}.', { email }), { color: 'success' }),
    onError: showFailure,
  });
  return (
    <Button busy={send.isPending} onClick={() => send.mutate()}>
      {t('Send the receipt again')}
    </Button>
  );
}

function Refunds({ orderId, customer, timezone }: { orderId: string; customer: string; timezone: string }) {
  const order = useOrder(orderId);
  const refunds = useRefunds(orderId);
  const failed = [order, refunds].find(({ data, isError }) => !data && isError);
  return (
    <section className={styles.section} aria-labelledby="refunds">
      <h2 id="refunds">{t('Refunds')}</h2>
      {failed && (
        <FailedState
          variant="row"
          title={t('The refunds could not be loaded.')}
          error={failed.error}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !(order.data && refunds.data) && (
        <Skeleton label={t('Loading the refunds…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      )}
      {order.data && refunds.data && (
        <>
          {refunds.data.data.length > 0 && (
            <Card as="ul" clip>
              {refunds.data.data.map((each) => (
                <RefundRow
                  key={each.id}
                  orderId={orderId}
                  refund={each}
                  timezone={timezone}
                  amount={formatMajor(each.amount, refunds.data.currency, refunds.data.currency_symbol)}
                />
              ))}
            </Card>
          )}
          {refunds.data.left > 0 ? (
            <Card padded>
              <RefundOrder orderId={orderId} order={order.data} refunds={refunds.data} customer={customer} />
            </Card>
          ) : (
            <p className={styles.note}>{t('Nothing is left to refund.')}</p>
          )}
        </>
      )}
    </section>
  );
}

interface RefundRowProps {
  orderId: string;
  refund: OrderRefund;
  amount: string;
  /** Of the hall. */
  timezone: string;
}

function RefundRow({ orderId, refund, amount, timezone }: RefundRowProps) {
  const { id, state, reason, by, created_at } = refund;
  const clear = useMutation({
    mutationFn: (outcome: 'made' | 'not-made' | 'withdraw') => clearRefund(orderId, id, outcome),
    onError: showFailure,
  });
  return (
    <li className={styles.row}>
      <div className={styles.order}>
        <span className={styles.words}>
          <span className={styles.name}>
            {amount}
            <Badge tone={state === 'unclear' || state === 'failed' || state === 'delayed' ? 'late' : 'neutral'}>
              {refundState(state)}
            </Badge>
          </span>
          <bdi className={styles.note} translate="no">
            {reason}
          </bdi>
          <span className={styles.note}>
            {formatDateTimeGb(created_at, timezone)}
            {by && (
              <>
                {' · '}
                <bdi translate="no">{by.name}</bdi>
              </>
            )}
          </span>
          {state === 'unclear' && (
            <span className={styles.actions}>
              <Button size="small" busy={clear.isPending} onClick={() => clear.mutate('made')}>
                {t('The provider shows it')}
              </Button>
              <Button size="small" busy={clear.isPending} onClick={() => clear.mutate('not-made')}>
                {t('The provider does not show it')}
              </Button>
            </span>
          )}
          {state === 'delayed' && (
            <span className={styles.actions}>
              <Button size="small" busy={clear.isPending} onClick={() => clear.mutate('withdraw')}>
                {t('Withdraw the refund')}
              </Button>
            </span>
          )}
        </span>
      </div>
    </li>
  );
}
