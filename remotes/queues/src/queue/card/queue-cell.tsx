import { memo, type ReactNode, type RefObject } from 'react';
import type { Order, QueueEntry } from 'shared-contracts/types';
import { cx, useTapGuard } from 'shared-contracts/ui';
import { orderLabel } from '../../order/order-words.rules';
import { ticketWords } from '../../order/ticket-words.rules';
import { t } from '../../words';
import { type Lock, type Locks, useLock } from '../locks';
import type { QueueAudience } from '../queue.rules';
import type { Moves } from '../use-moves';
import { useSeenCard } from '../watch/seen-reports';
import { CustomerCard } from './customer-card';
import styles from './queue-cell.module.css';
import { RefundedNote } from './refunded-note';
import { TapNote } from './tap-note';
import { useNear } from './use-near';
import { VendorCard } from './vendor-card';

/** The largest screen shows this many cards at once. */
export const FIRST = 16;

export interface QueueCellProps {
  entry: QueueEntry;
  locks: Locks;
  /** Its position in the list. */
  index: number;
  /** Changes with the tab, the order or the search. */
  view: string;
  /** The view that the list showed last; undefined before the first one. */
  shownView: RefObject<string | undefined>;
  audience: QueueAudience;
  /** The card is in the green group of ready food. */
  isReady: boolean;
  /** The order was moved here just now. Its card is drawn wherever it is, so that its next button can be reached. */
  isLast: boolean;
  onMove: Moves['move'];
  onCancel: (order: Order) => void;
}

/**
 * A cell of the card grid, with the card that it shows now. A new order moves every other one to the next cell, and the cell makes a new
 * card for it, so that no part of one order is reused for another. Drawing hundreds of cards again would block the page for a second, so a
 * cell far from the screen has only the words of its card: they can be found and read out, and the browser does not lay them out.
 * A card that appears under a finger ignores taps at first, since the tap was meant for the card before. It does take the keyboard: the
 * focus moves with its card.
 */
export const QueueCell = memo(function QueueCell({
  entry,
  locks,
  index,
  view,
  shownView,
  audience,
  isReady,
  isLast,
  ...on
}: QueueCellProps) {
  const { ref, isNear, height } = useNear(index < FIRST);
  const { id, order } = entry;
  useSeenCard(ref, audience === 'vendor' && entry.state === 'new' ? order.id : undefined);
  const lock = useLock(locks, id);
  const isDrawn = isNear || isLast || lock !== undefined;
  // A far card has no button, so a change of it renders nothing more.
  const content = isDrawn ? `${id} ${entry.state}` : undefined;
  const isGuarded = useTapGuard(content, { view, isAdded: shownView.current === view });
  return (
    <div
      ref={ref}
      data-entry={id}
      data-state={entry.state}
      // The words of a far card have no button. The focus stops at them, which draws the card.
      tabIndex={isDrawn ? -1 : 0}
      className={cx(styles.cell, !isDrawn && styles.outline)}
      style={{ height: isDrawn ? undefined : height, pointerEvents: isGuarded ? 'none' : undefined }}
    >
      {isDrawn ? (
        <DrawnCard key={id} entry={entry} lock={lock} audience={audience} isReady={isReady} {...on} />
      ) : (
        <FarCard key={id} order={order}>
          {audience === 'vendor' && (
            <>
              <RefundedNote entry={entry} />
              <TapNote id={id} />
            </>
          )}
        </FarCard>
      )}
    </div>
  );
});

type DrawnCardProps = Omit<QueueCellProps, 'locks' | 'index' | 'view' | 'shownView' | 'isLast'> & {
  lock: Lock | undefined;
};

function DrawnCard({ entry, lock, audience, isReady, ...on }: DrawnCardProps) {
  // The button of this order changed its words: it ignores key presses too for a moment.
  const isGuarded = useTapGuard(entry.state);
  const state = { entry, isSending: lock?.isSending === true, isLocked: lock !== undefined || isGuarded };
  if (audience === 'vendor') return <VendorCard {...state} {...on} />;
  return <CustomerCard {...state} isReady={isReady} onReceive={() => on.onMove(entry, 'collected')} />;
}

function FarCard({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <article className={styles.words} aria-label={t('Order {number}', { number: orderLabel(order) })}>
      <span translate="no">{ticketWords(order)}</span>
      {children}
    </article>
  );
}
