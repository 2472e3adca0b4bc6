import { Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import styles from './item.module.css';
import own from './item-skeleton.module.css';

/** An item on its way: picture, name, and a card of choices. */
export function ItemSkeleton() {
  return (
    <Skeleton label="Loading…">
      <div className={styles.columns}>
        <div className={styles.picture}>
          <SkeletonBlock shape="picture" />
        </div>
        <div className={styles.sheet}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock />
          <SkeletonBlock width="long" />
          <div className={styles.field}>
            <SkeletonBlock shape="heading" width="short" />
            <SkeletonBlock className={own.choices} />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}
