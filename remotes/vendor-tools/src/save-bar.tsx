import type { ReactNode } from 'react';
import styles from './save-bar.module.css';
import { t } from './words';

export interface SaveBarProps {
  /** The buttons, from left to right. */
  children: ReactNode;
  /** The form has changes that are not saved. */
  isDirty: boolean;
}

/** Shows the buttons at the end of a long form. */
export function SaveBar({ children, isDirty }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {isDirty && <p className={styles.note}>{t('Not saved yet.')}</p>}
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
