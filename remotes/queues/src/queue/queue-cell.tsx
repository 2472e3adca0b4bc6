import type { ReactNode } from 'react';
import type { Order } from 'shared-contracts/types';
import { cx } from 'shared-contracts/ui';
import { orderLabel } from './queue.rules';
import styles from './queue-cell.module.css';
import { useNear } from './use-near';

/** As many as the largest screen shows at once. */
const FIRST = 16;

export interface QueueCellProps {
  /** Of the queue entry. */
  id: number;
  order: Order;
  /** Its place in the list. */
  index: number;
  children: () => ReactNode;
}

/**
 * The place of a card. A new order moves every other to the next column, which makes each anew: with hundreds of them the
 * page would stand still for seconds, so far from the screen there is only a named outline.
 */
export function QueueCell({ id, order, index, children }: QueueCellProps) {
  const { ref, isDrawn } = useNear(id, index < FIRST);
  return (
    <div ref={ref} data-entry={id} tabIndex={-1} className={cx(styles.cell, !isDrawn && styles.outline)}>
      {isDrawn ? children() : <article aria-label={`Order ${orderLabel(order)}`} />}
    </div>
  );
}
