import type { ReactNode } from 'react';
import styles from './save-bar.module.css';

export interface SaveBarProps {
  /** The buttons, from left to right. */
  children: ReactNode;
  /** Something was changed since it was saved. */
  isDirty: boolean;
}

/** The foot of a long form, with what saves it. */
export function SaveBar({ children, isDirty }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {isDirty && <p className={styles.note}>Not saved yet.</p>}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
