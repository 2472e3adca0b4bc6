import { Card, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { QueueMasonry } from './queue-masonry';
import styles from './queue-skeleton.module.css';

const CARDS = ['first', 'second', 'third', 'fourth'];

export function QueueSkeleton() {
  return (
    <Skeleton label="Loading orders…">
      <QueueMasonry>
        {CARDS.map((card) => (
          <Card key={card} padded className={styles.card}>
            <div className={styles.head}>
              <SkeletonBlock shape="thumbnail" />
              <div>
                <SkeletonBlock shape="name" width="long" />
                <SkeletonBlock width="half" />
              </div>
            </div>
            <SkeletonBlock />
            <SkeletonBlock className={styles.lines} />
            <SkeletonBlock width="half" />
            <SkeletonBlock shape="button" />
          </Card>
        ))}
      </QueueMasonry>
    </Skeleton>
  );
}
