import { Children, type CSSProperties, type ReactNode } from 'react';
import styles from './queue-masonry.module.css';
import { useColumns } from './use-columns';

/** The columns of a window with room for four, where two groups are side by side. */
const BESIDE = { ready: 1, rest: 3 };

/** The first cards of a column are separate elements. The cards below them are in blocks of this size. */
const BLOCK = 8;

export interface QueueMasonryProps {
  /** `whole` (default) takes the full width; `ready` and `rest` are side by side where there is room. */
  columns?: 'whole' | 'ready' | 'rest';
  children: ReactNode;
}

/** Lays cards out in columns, from left to right. Each card is as high as its own words. */
export function QueueMasonry({ columns = 'whole', children }: QueueMasonryProps) {
  const most = useColumns();
  const count = columns === 'whole' || most < 4 ? most : BESIDE[columns];
  const cards = Children.toArray(children);
  return (
    <div className={styles.masonry}>
      {Array.from({ length: Math.min(count, cards.length) }, (_none, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position
        <div key={column} className={styles.column} style={{ width: `${100 / count}%` }}>
          {groupInBlocks(cards.filter((_card, index) => index % count === column))}
        </div>
      ))}
    </div>
  );
}

/**
 * Groups the later cards of a column. When one of a hundred cards changes, the browser lays out each card of the column again, mostly to
 * find that nothing changed. A block that is far from the screen is one box, and the browser skips it.
 */
function groupInBlocks(cards: readonly ReactNode[]): ReactNode[] {
  const first = cards.slice(0, BLOCK);
  const blocks = Array.from({ length: Math.ceil(cards.length / BLOCK) - 1 }, (_none, index) => {
    const inside = cards.slice((index + 1) * BLOCK, (index + 2) * BLOCK);
    const style = { '--cards': inside.length } as CSSProperties;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its position
      <div key={`block-${index}`} className={styles.block} style={style}>
        {inside}
      </div>
    );
  });
  return [...first, ...blocks];
}
