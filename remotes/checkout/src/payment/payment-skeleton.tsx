import { cx, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import styles from './payment.module.css';

/** Stands in for payment, as high as the highest form that opens with a cart. */
export function PaymentSkeleton() {
  return (
    <Skeleton label="Preparing payment…" className={cx(styles.form, styles.inCart)}>
      <SkeletonBlock shape="button" />
      <SkeletonBlock shape="button" />
      <SkeletonBlock shape="button" />
    </Skeleton>
  );
}
