import { PackageCheck, Printer, UsersRound } from 'lucide-react';
import { useId } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { Button, Icon, Price, StepBars, Ticket } from 'shared-contracts/ui';
import { cardTotals } from '../../order/order.rules';
import { BuyerLines } from '../../order/order-lines';
import { orderPath, printPath, receiveLabel } from '../../order/order-words.rules';
import { refundedText } from '../../order/refund.rules';
import { TicketHead } from '../../order/ticket-head';
import { rich, t } from '../../words';
import { GuestNote } from '../watch/guest-note';
import styles from './customer-card.module.css';
import { ReadyIn } from './ready-in';

export interface CustomerCardProps {
  entry: QueueEntry;
  /** The card is in the green group of ready food. */
  isReady: boolean;
  isSending: boolean;
  isLocked: boolean;
  onReceive: () => void;
}

/** Shows a customer's order at one vendor: its state, its position in the queue and its total. */
export function CustomerCard({ entry, isReady, isSending, isLocked, onReceive }: CustomerCardProps) {
  const id = useId();
  const { order } = entry;
  const totals = cardTotals(order);
  const refunded = refundedText(order);
  return (
    <Ticket
      ground={isReady ? 'done' : 'paper'}
      aria-labelledby={`${id}-vendor ${id}-number`}
      head={
        <>
          <TicketHead order={order} id={id} at={entry.created_at} />
          <div className={styles.steps}>
            <StepBars state={entry.state} />
          </div>
        </>
      }
    >
      {entry.position_in_queue !== null && (
        <p className={styles.position}>
          <Icon of={UsersRound} size="medium" className={styles.positionIcon} />
          <span>
            {rich('You are <b>{position}</b> in the queue for this vendor', {
              position: entry.position_in_queue,
              // The number is the only text of its element, since it changes.
              b: (text) => <b key="position">{text.join('')}</b>,
            })}
            <ReadyIn at={entry.expected_at} />
          </span>
        </p>
      )}
      <GuestNote entry={entry} className={styles.unseen} />
      <BuyerLines order={order} />
      <dl className={styles.totals}>
        <div className={styles.tax}>
          <dt>{totals.taxLabel}</dt>
          <dd>
            <Price size="row">{totals.tax}</Price>
          </dd>
        </div>
        <div className={styles.total}>
          <dt>
            {t('Total')} {totals.without && <span className={styles.without}>{totals.without}</span>}
          </dt>
          <dd>
            <Price size="row" className={styles.totalAmount}>
              {totals.total}
            </Price>
          </dd>
        </div>
      </dl>
      {refunded !== null && <p className={styles.refunded}>{refunded}</p>}
      <div className={styles.actions}>
        <Button size="small" className={styles.view} to={orderPath(order.id, entry.state, entry.id)}>
          {t('View Order')}
        </Button>
        <Button size="small" variant="quiet" className={styles.print} icon={Printer} to={printPath(order.id)}>
          {t('Print')}
        </Button>
        {entry.state === 'done' && (
          <Button
            size="small"
            variant="success"
            className={styles.receive}
            icon={PackageCheck}
            busy={isSending}
            aria-disabled={isLocked || undefined}
            onClick={isLocked ? undefined : onReceive}
          >
            {receiveLabel(order)}
          </Button>
        )}
      </div>
    </Ticket>
  );
}
