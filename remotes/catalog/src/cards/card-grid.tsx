import type { ReactNode, Ref } from 'react';
import { Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import styles from './card-grid.module.css';

/** Lays out CoverCards in a grid: one column, two from 700 px, three from 1024. */
export function CardGrid({ children, ref }: { children: ReactNode; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} className={styles.grid}>
      {children}
    </ul>
  );
}

/** Shows six loading cards. */
export function CardGridSkeleton({ kind, label }: { kind: 'venue' | 'vendor'; label: string }) {
  return (
    <Skeleton label={label}>
      <div className={styles.grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key}>
            <div className={styles[kind]}>
              <SkeletonBlock shape="picture" />
            </div>
            <div className={styles.words}>
              <SkeletonBlock shape="name" width="half" className={styles.name} />
              <SkeletonBlock width="long" />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
