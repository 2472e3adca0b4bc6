import { Card, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../../words';
import type { QueueAudience } from '../queue.rules';
import { QueueMasonry } from './queue-masonry';
import styles from './queue-skeleton.module.css';

const CARDS = ['first', 'second', 'third', 'fourth'];

/** Shows placeholders for tickets while they load; each audience has its own. */
export function QueueSkeleton({ audience }: { audience: QueueAudience }) {
  const TicketBlocks = audience === 'vendor' ? VendorBlocks : CustomerBlocks;
  return (
    <Skeleton label={t('Loading orders…')}>
      <QueueMasonry>
        {CARDS.map((card) => (
          <Card key={card} padded className={styles.card}>
            <TicketBlocks />
          </Card>
        ))}
      </QueueMasonry>
    </Skeleton>
  );
}

function CustomerBlocks() {
  return (
    <>
      <div className={styles.head}>
        <SkeletonBlock shape="thumbnail" />
        <div>
          <SkeletonBlock shape="name" width="long" />
          <SkeletonBlock width="half" />
        </div>
      </div>
      <SkeletonBlock className={styles.steps} />
      <SkeletonBlock className={styles.position} />
      <SkeletonBlock className={styles.lines} />
      <SkeletonBlock className={styles.key} />
    </>
  );
}

function VendorBlocks() {
  return (
    <>
      <div className={styles.number}>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock shape="badge" width="short" />
      </div>
      <SkeletonBlock width="long" />
      <SkeletonBlock className={styles.dishes} />
      <SkeletonBlock className={styles.tallKey} />
      <SkeletonBlock width="half" />
    </>
  );
}
