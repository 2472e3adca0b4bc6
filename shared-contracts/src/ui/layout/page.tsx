import type { ReactNode } from 'react';
import { cx } from '../cx';
import styles from './page.module.css';

export interface PageProps {
  /** `content` 1120 (default), `queue` 1360, `account` 720 px at most. */
  width?: 'content' | 'queue' | 'account';
  children: ReactNode;
  className?: string;
}

/** The column of a screen: its greatest width and the gutters left and right. */
export function Page({ width = 'content', children, className }: PageProps) {
  return <div className={cx(styles.page, styles[width], className)}>{children}</div>;
}
