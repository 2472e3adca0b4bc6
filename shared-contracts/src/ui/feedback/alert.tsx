import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';
import styles from './alert.module.css';

const LOOKS = { danger: CircleAlert, info: Info, done: CircleCheck } as const;

export interface AlertProps {
  /** `danger` (default) interrupts a listener; `info` and `done` wait their turn. */
  tone?: keyof typeof LOOKS;
  children: ReactNode;
  className?: string;
}

/** A box that says, in its place on the page, what is wrong or what happens next. */
export function Alert({ tone = 'danger', children, className }: AlertProps) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.alert, styles[tone], className)}>
      <Icon of={LOOKS[tone]} size="medium" className={styles.icon} />
      <div className={styles.words}>{children}</div>
    </div>
  );
}
