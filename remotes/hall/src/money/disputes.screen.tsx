import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'shared-contracts/router';
import { formatDateGb } from 'shared-contracts/rules/dates';
import type { Dispute, Disputes } from 'shared-contracts/types';
import { Badge, Button, Card, EmptyState, Modal, Price } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { disputePath, disputesPath } from '../office/paths';
import { t } from '../words';
import { DisputeReason } from './dispute-reason';
import { DISPUTE_TONES, disputeState } from './dispute-words';
import { useDisputes } from './disputes.resource';
import styles from './money.module.css';
import { useAmounts, useHallClock } from './money.resource';
import { MoneyNav } from './money-nav';
import { NewDisputeForm } from './new-dispute-form';

/** Lists the disputes of a hall's payments, the newest first, and takes one of which the provider does not tell. */
export function Screen() {
  const { venueId = '' } = useParams();
  const [params] = useSearchParams();
  const before = Number(params.get('before')) || null;
  const disputes = useDisputes(venueId, before);
  const clock = useHallClock(venueId);
  const [isEntering, setIsEntering] = useState(false);
  return (
    <Office
      section="money"
      heading={t('Disputes')}
      read={clock ? disputes : { ...disputes, data: undefined }}
      lead={<MoneyNav venueId={venueId} page="disputes" />}
    >
      {(data) => (
        <>
          <List venueId={venueId} disputes={data} timeZone={clock?.timeZone ?? 'UTC'} isFirstPage={before === null} />
          <p>
            <Button onClick={() => setIsEntering(true)}>{t('Enter a dispute')}</Button>
          </p>
          <Modal
            open={isEntering}
            onClose={() => setIsEntering(false)}
            title={t('Enter a dispute')}
            text={t('Only one of which the provider does not tell: others come by themselves.')}
          >
            {isEntering && clock && (
              <NewDisputeForm venueId={venueId} today={clock.today} onDone={() => setIsEntering(false)} />
            )}
          </Modal>
        </>
      )}
    </Office>
  );
}

interface ListProps {
  venueId: string;
  disputes: Disputes;
  timeZone: string;
  isFirstPage: boolean;
}

function List({ venueId, disputes: { data, next }, timeZone, isFirstPage }: ListProps) {
  const money = useAmounts(venueId);
  if (data.length === 0) {
    return (
      <EmptyState
        title={t('No payment is disputed.')}
        text={t('A dispute appears here as soon as the provider tells of it.')}
      />
    );
  }
  return (
    <>
      <Card as="ul" clip aria-label={t('Disputes')}>
        {data.map((dispute) => (
          <li key={dispute.id} className={styles.row}>
            <Link to={disputePath(venueId, dispute.id)} className={styles.rowLink}>
              <span className={styles.rowWords}>
                <span className={styles.name} translate="no">
                  <bdi>{orderNumbers(dispute) || dispute.payment.number}</bdi>
                </span>
                <span className={styles.note}>
                  <DisputeReason reason={dispute.reason} />
                </span>
                <span className={styles.note}>{dayOf(dispute, timeZone)}</span>
              </span>
              <span className={styles.rowEnd}>
                <Price>{money(dispute.amount, dispute.currency)}</Price>
                <Badge tone={DISPUTE_TONES[dispute.state]}>{disputeState(dispute.state)}</Badge>
              </span>
            </Link>
          </li>
        ))}
      </Card>
      <div className={styles.actions}>
        {!isFirstPage && <Button to={disputesPath(venueId)}>{t('Newest disputes')}</Button>}
        {next !== null && <Button to={`${disputesPath(venueId)}?before=${next}`}>{t('Older disputes')}</Button>}
      </div>
    </>
  );
}

const orderNumbers = ({ orders }: Dispute): string =>
  orders.data.flatMap(({ order_number }) => order_number ?? []).join(', ');

function dayOf({ state, due_at, opened_at }: Dispute, timeZone: string): string {
  if (state === 'needs-response' && due_at !== null) {
    return t('Answer by {day}', { day: formatDateGb(due_at, timeZone) });
  }
  return t('Opened on {day}', { day: formatDateGb(opened_at, timeZone) });
}
