import { memo } from 'react';
import type { Order, QueueEntry } from 'shared-contracts/types';
import { cx } from 'shared-contracts/ui';
import { CustomerCard } from './customer-card';
import { type Locks, useLock } from './locks';
import { orderLabel, type QueueAudience } from './queue.rules';
import styles from './queue-cell.module.css';
import type { Moves } from './use-moves';
import { useNear } from './use-near';
import { VendorCard } from './vendor-card';

/** As many as the largest screen shows at once. */
const FIRST = 16;

export interface QueueCellProps {
  entry: QueueEntry;
  locks: Locks;
  /** Its place in the list. */
  index: number;
  audience: QueueAudience;
  /** It lies in the green group of what is ready. */
  isReady: boolean;
  /** It was moved here just now: drawn wherever it went, so that its next key can be reached. */
  isLast: boolean;
  onMove: Moves['move'];
  onCancel: (order: Order) => void;
}

/**
 * A place in the list, and the card that lies there now. A new order moves every other to the next place: with hundreds
 * of them the page would stand still for seconds, so a place far from the screen has only a named outline.
 */
export const QueueCell = memo(function QueueCell({
  entry,
  locks,
  index,
  audience,
  isReady,
  isLast,
  ...on
}: QueueCellProps) {
  const { ref, isNear, height } = useNear(index < FIRST);
  const { id, order } = entry;
  const lock = useLock(locks, id);
  const isDrawn = isNear || isLast || lock !== undefined;
  const state = { entry, isSending: lock?.isSending === true, isLocked: lock !== undefined };
  return (
    <div
      ref={ref}
      data-entry={id}
      tabIndex={-1}
      className={cx(styles.cell, !isDrawn && styles.outline)}
      style={{ height: isDrawn ? undefined : height }}
    >
      {!isDrawn && <article aria-label={`Order ${orderLabel(order)}`} />}
      {isDrawn && audience === 'vendor' && <VendorCard {...state} {...on} />}
      {/* A customer has few: each is a card of its own. */}
      {isDrawn && audience === 'customer' && (
        <CustomerCard key={id} {...state} isReady={isReady} onReceive={() => on.onMove(entry, 'collected')} />
      )}
    </div>
  );
});
