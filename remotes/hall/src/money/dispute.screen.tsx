import { Printer } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useParams } from 'shared-contracts/router';
import { formatDateGb, formatDateTimeGb } from 'shared-contracts/rules/dates';
import type { Dispute } from 'shared-contracts/types';
import {
  Alert,
  Badge,
  Button,
  Card,
  FailedState,
  LinkText,
  Modal,
  Price,
  Select,
  SkeletonBlock,
  TextInput,
} from 'shared-contracts/ui';
import { Office } from '../office/office';
import { disputesPath } from '../office/paths';
import { eventName, personOf } from '../orders/order-words';
import { useHistory, useOrder } from '../orders/orders.resource';
import { t } from '../words';
import { amountError, moneyFormatter, parseNumber } from './amounts.rules';
import { DisputeReason } from './dispute-reason';
import { DISPUTE_TONES, disputeState } from './dispute-words';
import { closeDispute, useDispute } from './disputes.resource';
import styles from './money.module.css';
import { useAmounts, useHallClock } from './money.resource';
import { MoneyNav } from './money-nav';
import { useSave } from './use-save';

/** Shows a dispute with the evidence of its orders, to be printed for the bank. One that was entered by hand is closed here. */
export function Screen() {
  const { venueId = '', disputeId = '' } = useParams();
  const dispute = useDispute(venueId, disputeId);
  const clock = useHallClock(venueId);
  return (
    <Office
      section="money"
      heading={t('Dispute')}
      read={clock ? dispute : { ...dispute, data: undefined }}
      lead={<MoneyNav venueId={venueId} page="disputes" />}
      skeleton={<SkeletonBlock className={styles.tallBlock} />}
    >
      {(data) => <Shown venueId={venueId} dispute={data} timeZone={clock?.timeZone ?? 'UTC'} />}
    </Office>
  );
}

interface ShownProps {
  venueId: string;
  dispute: Dispute;
  timeZone: string;
}

function Shown({ venueId, dispute, timeZone }: ShownProps) {
  const [isClosing, setIsClosing] = useState(false);
  const { payment, orders, state, amount, fee, currency, reason, due_at, opened_at, closed_at, source, entered_by } =
    dispute;
  const money = useAmounts(venueId);
  const day = (at: string) => formatDateGb(at, timeZone);
  return (
    <>
      <Card as="section" padded className={styles.section} aria-labelledby="dispute">
        <div className={styles.between}>
          <h2 id="dispute" translate="no">
            <bdi>{payment.number}</bdi>
          </h2>
          <Badge tone={DISPUTE_TONES[state]}>{disputeState(state)}</Badge>
        </div>
        <dl className={styles.amounts}>
          <Fact name={t('Disputed amount')}>
            <Price size="row">{money(amount, currency)}</Price>
          </Fact>
          {fee > 0 && (
            <Fact name={t('Fee of the dispute')}>
              <Price size="row">{money(fee, currency)}</Price>
            </Fact>
          )}
          <Fact name={t('Reason')}>
            <DisputeReason reason={reason} />
          </Fact>
          <Fact name={t('Payment')}>
            <bdi translate="no">{[payment.provider, payment.reference].filter(Boolean).join(' · ')}</bdi>
          </Fact>
          <Fact name={t('Opened on')}>{day(opened_at)}</Fact>
          {due_at !== null && <Fact name={t('Answer by')}>{day(due_at)}</Fact>}
          {closed_at !== null && <Fact name={t('Closed on')}>{day(closed_at)}</Fact>}
          {entered_by !== null && (
            <Fact name={t('Entered by')}>
              <bdi translate="no">{entered_by}</bdi>
            </Fact>
          )}
        </dl>
        <div className={styles.actions}>
          <Button icon={Printer} onClick={() => window.print()}>
            {t('Print the evidence')}
          </Button>
          {source === 'operator' && closed_at === null && (
            <Button onClick={() => setIsClosing(true)}>{t('Close the dispute')}</Button>
          )}
        </div>
      </Card>
      {orders.data.map(({ id }) => (
        <Evidence key={id} orderId={String(id)} timeZone={timeZone} />
      ))}
      <p className={styles.noPrint}>
        <LinkText to={disputesPath(venueId)}>{t('All disputes')}</LinkText>
      </p>
      <Modal open={isClosing} onClose={() => setIsClosing(false)} title={t('Close the dispute')}>
        {isClosing && <CloseForm venueId={venueId} dispute={dispute} onDone={() => setIsClosing(false)} />}
      </Modal>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One order: who bought what, and what happened to it when. */
function Evidence({ orderId, timeZone }: { orderId: string; timeZone: string }) {
  const history = useHistory(orderId);
  const bought = useOrder(orderId);
  const failed = [history, bought].find(({ data, isError }) => !data && isError);
  if (failed) {
    return (
      <FailedState
        variant="row"
        title={t('The evidence of an order could not be loaded.')}
        error={failed.error}
        busy={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!history.data || !bought.data) return <SkeletonBlock className={styles.tallBlock} />;
  const { order, events } = history.data;
  const money = moneyFormatter(order);
  const heading = `evidence-${orderId}`;
  return (
    <Card as="section" padded className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} translate="no">
        <bdi>
          {order.order_number ?? `#${order.id}`} · {order.vendor.name}
        </bdi>
      </h2>
      <dl className={styles.amounts}>
        <Fact name={t('Customer')}>
          <bdi translate="no">{order.customer.name}</bdi>
        </Fact>
        <Fact name={t('Email')}>
          <span translate="no">{order.customer.email}</span>
        </Fact>
        <Fact name={t('Delivery')}>{order.location}</Fact>
        {bought.data.order_items.data.map((line) => (
          <Fact key={line.id} name={`${line.quantity} × ${line.variant.item.name}`}>
            <Price size="row">{money(line.total)}</Price>
          </Fact>
        ))}
        <Fact name={t('Total')}>
          <Price size="row">{money(order.total)}</Price>
        </Fact>
        {order.refunded > 0 && (
          <Fact name={t('Refunded')}>
            <Price size="row">{money(order.refunded)}</Price>
          </Fact>
        )}
      </dl>
      <h3>{t('History')}</h3>
      <ol className={styles.list}>
        {events.data.map(({ at, kind, by, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event has no id, and the list only grows
          <li key={index} className={styles.between}>
            <span>
              {eventName(kind)}
              {[personOf({ kind, by }), text].filter(Boolean).map((words) => (
                <Fragment key={words}>
                  {' · '}
                  <bdi translate={words === by || words === text ? 'no' : undefined}>{words}</bdi>
                </Fragment>
              ))}
            </span>
            <span className={styles.note}>{formatDateTimeGb(at, timeZone)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface CloseFormProps {
  venueId: string;
  dispute: Dispute;
  onDone: () => void;
}

function CloseForm({ venueId, dispute, onDone }: CloseFormProps) {
  const [form, setForm] = useState<{ state: '' | 'won' | 'lost'; fee: string }>({
    state: '',
    fee: String(dispute.fee),
  });
  const { submit, errors, message, isPending } = useSave({
    check: () => {
      const fee = amountError(form.fee, dispute.currency);
      return { ...(form.state === '' && { state: t('Choose how it ended.') }), ...(fee && { fee }) };
    },
    send: () =>
      closeDispute(venueId, dispute.id, {
        state: form.state === 'won' ? 'won' : 'lost',
        fee: parseNumber(form.fee) ?? 0,
      }),
    done: t('The dispute is closed.'),
    onDone,
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div aria-live="polite">{message && <Alert>{message}</Alert>}</div>
      <fieldset className={styles.fields} disabled={isPending}>
        <Select
          label={t('How it ended')}
          placeholder={t('Choose one')}
          value={form.state}
          error={errors.state}
          options={[
            { value: 'won', label: t('Won: the amount comes back') },
            { value: 'lost', label: t('Lost: the amount is gone') },
          ]}
          onChange={({ target }) => setForm({ ...form, state: target.value === 'won' ? 'won' : 'lost' })}
        />
        <TextInput
          label={t('Fee that stays')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={form.fee}
          error={errors.fee}
          onChange={({ target }) => setForm({ ...form, fee: target.value })}
        />
      </fieldset>
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Close the dispute')}
      </Button>
    </form>
  );
}
