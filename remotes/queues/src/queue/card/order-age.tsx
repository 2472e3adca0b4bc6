import { useContext } from 'react';
import { Age, VisuallyHidden } from 'shared-contracts/ui';
import { ageText } from '../../order/order-time.rules';
import { t } from '../../words';
import { useTicking } from '../ticker';
import { LatenessContext, lateStep } from './lateness';
import styles from './order-age.module.css';

/**
 * Shows how long an order has been waiting. The age is green, and red from 20 minutes on, or amber and then red where a stall set both
 * steps.
 */
export function OrderAge({ createdAt }: { createdAt: string }) {
  const lateness = useContext(LatenessContext);
  const text = useTicking((now) => ageText(createdAt, now));
  const step = useTicking((now) => lateStep(createdAt, now, lateness));
  const age = (
    <Age isLate={step === 'very-late'} dateTime={createdAt}>
      {text}
    </Age>
  );
  if (step !== 'late') return age;
  return (
    <span className={styles.late}>
      <VisuallyHidden>{t('Getting late:')} </VisuallyHidden>
      {age}
    </span>
  );
}
