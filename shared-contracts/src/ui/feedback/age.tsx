import { AlarmClock, Clock } from 'lucide-react';
import { t } from '../../words';
import { cx } from '../cx';
import { Icon } from '../icon';
import { VisuallyHidden } from '../visually-hidden';
import styles from './age.module.css';

export interface AgeProps {
  /** The age in words: '7 min'. */
  children: string;
  /** True once the order is late. The age is then red and has an alarm clock. */
  isLate: boolean;
  /** The time when the order was made, ISO 8601. */
  dateTime?: string;
}

/** How long an order has been waiting. */
export function Age({ children, isLate, dateTime }: AgeProps) {
  return (
    <time className={cx(styles.age, isLate ? styles.late : styles.onTime)} dateTime={dateTime}>
      <Icon of={isLate ? AlarmClock : Clock} size="small" />
      {isLate && <VisuallyHidden>{t('Late:')} </VisuallyHidden>}
      <span>{children}</span>
    </time>
  );
}
