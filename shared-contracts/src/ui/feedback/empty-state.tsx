import type { ReactNode } from 'react';
import { cx } from '../cx';
import { CoverImage } from '../layout/cover-image';
import styles from './state.module.css';

export interface EmptyStateProps {
  /** The sentence: 'There is nothing in your cart.' */
  title: string;
  /** Says what happens next, or how to fill the page. */
  text?: ReactNode;
  /** A square picture; an empty plate by default. */
  picture?: string;
  /** The ways on: a primary Button, and where there is another one, a secondary. */
  action?: ReactNode;
  className?: string;
}

/** A page or panel whose content is still to come. */
export function EmptyState({ title, text, picture, action, className }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, styles.empty, className)}>
      <CoverImage src={picture} ratio="square" className={styles.picture} />
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
