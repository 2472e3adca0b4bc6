import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon';
import styles from './field-error.module.css';

/** The error of a field or a choice, right below it. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error}>
      <Icon of={CircleAlert} size="small" className={styles.icon} />
      <span>{children}</span>
    </p>
  );
}
