import { BellRing, Printer } from 'lucide-react';
import { memo, type ReactNode, useId } from 'react';
import { labelOf, previousState } from 'shared-contracts/rules/queue-state';
import type { Order, QueueEntry, QueueState } from 'shared-contracts/types';
import { Button, DELIVERY_ICONS, Icon, LinkText, Ticket, toneOf, VisuallyHidden } from 'shared-contracts/ui';
import { AllergyNote } from '../../order/allergy-note';
import { KitchenLines } from '../../order/order-lines';
import { orderDateGb } from '../../order/order-time.rules';
import { deliveryPlace, orderLabel, orderPath } from '../../order/order-words.rules';
import { rich, t } from '../../words';
import { useHasUnsentMove } from '../unsent-moves';
import { AdvanceButton } from './advance-button';
import { OrderAge } from './order-age';
import { RefundedNote } from './refunded-note';
import { TapNote } from './tap-note';
import { useRepeatActions } from './use-repeat-actions';
import styles from './vendor-card.module.css';

export interface VendorCardProps {
  entry: QueueEntry;
  isSending: boolean;
  isLocked: boolean;
  onMove: (entry: QueueEntry, to: QueueState) => void;
  onCancel: (order: Order) => void;
}

/**
 * Shows an order for the kitchen. It is readable from afar and has one button that moves it on. There may be hundreds of cards, so each
 * renders only when it changes.
 */
export const VendorCard = memo(function VendorCard({ entry, isSending, isLocked, onMove, onCancel }: VendorCardProps) {
  const id = useId();
  const { order, state } = entry;
  const previous = previousState(state);
  return (
    <Ticket
      strip={toneOf(state)}
      aria-labelledby={`${id}-number`}
      head={
        <>
          <div className={styles.top}>
            <h2 id={`${id}-number`} className={styles.number}>
              <VisuallyHidden>{t('Order')} </VisuallyHidden>
              <span translate="no">{orderLabel(order)}</span>
            </h2>
            <OrderAge createdAt={entry.created_at} />
          </div>
          <p className={styles.buyer} translate="no">
            <bdi>{order.user.name}</bdi>
          </p>
          <p className={styles.location}>
            <Icon of={DELIVERY_ICONS[order.delivery_method_type ?? 'collect']} size="small" />
            <span translate="no">{deliveryPlace(order)}</span>
            <VisuallyHidden>{`${t(', ')}${labelOf(state)}`}</VisuallyHidden>
          </p>
          {order.delivery_method_instructions && (
            <p className={styles.instructions}>
              <VisuallyHidden>{t('Delivery instructions:')} </VisuallyHidden>
              <bdi translate="no">{order.delivery_method_instructions}</bdi>
            </p>
          )}
          <time className={styles.made} dateTime={entry.created_at}>
            {orderDateGb(order, entry.created_at)}
          </time>
        </>
      }
    >
      <RefundedNote entry={entry} />
      <AllergyNote order={order} />
      <KitchenLines order={order} />
      <TapNote id={entry.id} />
      <AdvanceButton
        state={state}
        isSending={isSending}
        isLocked={isLocked}
        className={styles.advance}
        onMove={(to) => onMove(entry, to)}
      />
      {state === 'done' && <AgainButtons entry={entry} />}
      <div className={styles.foot}>
        <LinkText quiet aria-disabled={isLocked || undefined} onClick={isLocked ? undefined : () => onCancel(order)}>
          {rich('Cancel<hidden> order {number}</hidden>', { number: orderLabel(order), hidden })}
        </LinkText>
        {previous && (
          <UndoLink id={entry.id} to={previous} isLocked={isLocked} onUndo={() => onMove(entry, previous)} />
        )}
        {state === 'done' && <PrintHereLink entry={entry} />}
        <LinkText to={orderPath(order.id, state, entry.id)}>{t('View Order')}</LinkText>
      </div>
    </Ticket>
  );
});

/** Words of a button for those who hear it. They are one text, since they may change. */
const hidden = (words: ReactNode[]) => <VisuallyHidden key="hidden">{words.join('')}</VisuallyHidden>;

interface UndoLinkProps {
  id: QueueEntry['id'];
  to: QueueState;
  isLocked: boolean;
  onUndo: () => void;
}

/** A tap that waits on the device cannot be undone: the server may have received it already, and its response may be about to arrive. */
function UndoLink({ id, to, isLocked, onUndo }: UndoLinkProps) {
  const isUnsent = useHasUnsentMove(id);
  const isOff = isLocked || isUnsent;
  return (
    <LinkText quiet aria-disabled={isOff || undefined} onClick={isOff ? undefined : onUndo}>
      {rich('Undo<hidden>: back to {state}</hidden>', { state: labelOf(to), hidden })}
    </LinkText>
  );
}

/** Prints through the browser, at a stall whose Re-Print goes to its printers. */
function PrintHereLink({ entry }: { entry: QueueEntry }) {
  const { isBusy, printHere } = useRepeatActions(entry);
  if (!printHere) return null;
  return (
    <LinkText quiet aria-disabled={isBusy || undefined} onClick={isBusy ? undefined : printHere}>
      {rich('Print here<hidden>: order {number}</hidden>', { number: orderLabel(entry.order), hidden })}
    </LinkText>
  );
}

function AgainButtons({ entry }: { entry: QueueEntry }) {
  const { isBusy, notify, print } = useRepeatActions(entry);
  return (
    <div className={styles.again}>
      <Button
        size="small"
        variant="quiet"
        icon={BellRing}
        className={styles.againButton}
        busy={isBusy}
        onClick={notify}
      >
        {t('Re-Notify')}
      </Button>
      <Button size="small" variant="quiet" icon={Printer} className={styles.againButton} busy={isBusy} onClick={print}>
        {t('Re-Print')}
      </Button>
    </div>
  );
}
