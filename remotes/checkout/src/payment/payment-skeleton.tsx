import { cx, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './payment.module.css';

/** Stands in for payment, as high as the highest form that opens with a cart. */
export function PaymentSkeleton() {
  return (
    <Skeleton label={t('Preparing payment…')} className={cx(styles.form, styles.inCart)}>
      <SkeletonBlock shape="button" />
      <SkeletonBlock shape="button" />
      <SkeletonBlock shape="button" />
    </Skeleton>
  );
}
