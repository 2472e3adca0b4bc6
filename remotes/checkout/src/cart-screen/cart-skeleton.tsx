import { Card, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './cart.module.css';

/**
 * Stands in for the cart while it is fetched: one vendor's card with two lines and the delivery strip, and the totals.
 * @param label the text for screen readers
 */
export function CartSkeleton({ label = t('Loading your cart…') }: { label?: string }) {
  return (
    <Skeleton label={label} className={styles.columns}>
      <Card>
        <div className={styles.head}>
          <SkeletonBlock shape="thumbnail" />
          <div className={styles.vendor}>
            <SkeletonBlock shape="heading" width="half" />
          </div>
        </div>
        <LineSkeleton />
        <LineSkeleton />
        <SkeletonBlock className={styles.stripSkeleton} />
      </Card>
      <Card className={styles.totalSkeleton}>
        <SkeletonBlock shape="heading" width="short" />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock />
        <SkeletonBlock shape="heading" />
      </Card>
    </Skeleton>
  );
}

function LineSkeleton() {
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <SkeletonBlock shape="name" width="half" />
        <SkeletonBlock width="long" />
      </div>
      <SkeletonBlock shape="button" className={styles.stepperSkeleton} />
    </div>
  );
}
