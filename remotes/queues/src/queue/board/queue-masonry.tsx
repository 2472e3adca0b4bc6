import { Children, type ReactNode } from 'react';
import styles from './queue-masonry.module.css';
import { useColumns } from './use-columns';

/** The columns of a window with room for four, where two groups are side by side. */
const BESIDE = { ready: 1, rest: 3 };

export interface QueueMasonryProps {
  /** `whole` (default) has the width to itself; `ready` and `rest` are side by side where there is room. */
  columns?: 'whole' | 'ready' | 'rest';
  children: ReactNode;
}

/** Cards in columns, from left to right. Each is as high as its own words. */
export function QueueMasonry({ columns = 'whole', children }: QueueMasonryProps) {
  const most = useColumns();
  const count = columns === 'whole' || most < 4 ? most : BESIDE[columns];
  const cards = Children.toArray(children);
  return (
    <div className={styles.masonry}>
      {Array.from({ length: Math.min(count, cards.length) }, (_none, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
        <div key={column} className={styles.column} style={{ width: `${100 / count}%` }}>
          {cards.filter((_card, index) => index % count === column)}
        </div>
      ))}
    </div>
  );
}
