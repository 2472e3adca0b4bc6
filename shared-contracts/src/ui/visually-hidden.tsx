import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who listen, where a picture or a position says it to those who look. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
