import { memo, type ReactNode, type RefObject } from 'react';
import type { Order, QueueEntry } from 'shared-contracts/types';
import { cx, useTapGuard } from 'shared-contracts/ui';
import { orderLabel } from '../../order/order-words.rules';
import { ticketWords } from '../../order/ticket-words.rules';
import { type Lock, type Locks, useLock } from '../locks';
import type { QueueAudience } from '../queue.rules';
import type { Moves } from '../use-moves';
import { CustomerCard } from './customer-card';
import styles from './queue-cell.module.css';
import { RefundedNote } from './refunded-note';
import { TapNote } from './tap-note';
import { useNear } from './use-near';
import { VendorCard } from './vendor-card';

/** As many as the largest screen shows at once. */
export const FIRST = 16;

export interface QueueCellProps {
  entry: QueueEntry;
  locks: Locks;
  /** Its position in the list. */
  index: number;
  /** Another value for another tab, order or search. */
  view: string;
  /** The view that the list has shown until now; undefined before the first one. */
  shownView: RefObject<string | undefined>;
  audience: QueueAudience;
  /** It is in the green group of what is ready. */
  isReady: boolean;
  /** It was moved here just now: drawn wherever it went, so that its next key can be reached. */
  isLast: boolean;
  onMove: Moves['move'];
  onCancel: (order: Order) => void;
}

/**
 * A cell of the card grid, and the card that it shows now. A new order moves every other one to the next cell, and its card is
 * made there: nothing of one order becomes another's. To draw hundreds of cards again would block the page for a second, so a
 * cell far from the screen has the words of its card alone: they can be found and read out, and the browser does not lay them out.
 *
 * A card that comes under a finger takes no tap at first, since the tap was meant for the card before. It takes the keyboard: the
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
  const lock = useLock(locks, id);
  const isDrawn = isNear || isLast || lock !== undefined;
  // A far card has no button, so its changes render nothing more.
  const content = isDrawn ? `${id} ${entry.state}` : undefined;
  const isGuarded = useTapGuard(content, { view, isAdded: shownView.current === view });
  return (
    <div
      ref={ref}
      data-entry={id}
      data-state={entry.state}
      // The words of a far card have no key: the focus stops at them, which draws the card.
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
  // The button of this order says something else: it takes no key press either.
  const isGuarded = useTapGuard(entry.state);
  const state = { entry, isSending: lock?.isSending === true, isLocked: lock !== undefined || isGuarded };
  if (audience === 'vendor') return <VendorCard {...state} {...on} />;
  return <CustomerCard {...state} isReady={isReady} onReceive={() => on.onMove(entry, 'collected')} />;
}

function FarCard({ order, children }: { order: Order; children: ReactNode }) {
  return (
    <article className={styles.words} aria-label={`Order ${orderLabel(order)}`}>
      <span translate="no">{ticketWords(order)}</span>
      {children}
    </article>
  );
}
