import type { ReactNode } from 'react';
import Masonry from 'react-masonry-css';
import styles from './queue-masonry.module.css';

/** Columns by the window's width: 4, 3 below 1100 px, 2 below 700, 1 below 500. The keys are the widest window they hold for. */
const COLUMNS = { default: 4, 1099: 3, 699: 2, 499: 1 };
/** Beside the other group, from 1100 px: one of the four columns, and the three that are left. */
const READY_COLUMNS = { ...COLUMNS, default: 1 };
const REST_COLUMNS = { ...COLUMNS, default: 3 };

export interface QueueMasonryProps {
  /** `whole` (default) has the width to itself; `ready` and `rest` are side by side where there is room. */
  columns?: 'whole' | 'ready' | 'rest';
  children: ReactNode;
}

export function QueueMasonry({ columns = 'whole', children }: QueueMasonryProps) {
  const counts = { whole: COLUMNS, ready: READY_COLUMNS, rest: REST_COLUMNS }[columns];
  return (
    <Masonry breakpointCols={counts} className={styles.masonry ?? ''} columnClassName={styles.column}>
      {children}
    </Masonry>
  );
}
