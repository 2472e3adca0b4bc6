import { useContext } from 'react';
import { Age, VisuallyHidden } from 'shared-contracts/ui';
import { ageText } from '../../order/order-time.rules';
import { useTicking } from '../ticker';
import { LatenessContext, lateStep } from './lateness';
import styles from './order-age.module.css';

/** How long an order has been waiting, by the clock: green, from 20 minutes on red, or amber and red where a stall set both. */
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
      <VisuallyHidden>Getting late: </VisuallyHidden>
      {age}
    </span>
  );
}
