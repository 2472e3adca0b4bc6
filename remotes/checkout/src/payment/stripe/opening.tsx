import { useDelayed } from 'shared-contracts/ui';
import styles from '../payment.module.css';
import { SLOW_FORM, SLOW_MS } from '../payment.rules';
import { PaymentNotice } from '../payment-notice';
import { PaymentSkeleton } from '../payment-skeleton';

/** Stands in for the form, and after a while says what it waits for. */
export function Opening() {
  const isSlow = useDelayed(SLOW_MS);
  return (
    <div className={styles.payment}>
      <PaymentSkeleton />
      {isSlow && <PaymentNotice {...SLOW_FORM} />}
    </div>
  );
}
