import { cx } from '../cx';
import { VisuallyHidden } from '../visually-hidden';
import styles from './count-badge.module.css';

export interface CountBadgeProps {
  /** Nothing is drawn at 0; from 100 on it reads 99+. */
  count: number;
  /** The counted things, for screen readers: 'unread', 'items'. */
  label: string;
  /** `ink` (default) counts; `hot`, red, asks for attention. */
  tone?: 'ink' | 'hot';
}

/** A number on the upper right shoulder of an icon. Belongs in a `position: relative` parent as large as the icon's lozenge. */
export function CountBadge({ count, label, tone = 'ink' }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles.count, styles[tone])}>
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{` ${label}`}</VisuallyHidden>
    </span>
  );
}
