import { cx } from '../cx';
import { VisuallyHidden } from '../visually-hidden';
import styles from './count-badge.module.css';

export interface CountBadgeProps {
  /** The badge is not drawn at 0, and reads '99+' from 100 on. */
  count: number;
  /** The counted things, for screen readers: 'unread', 'items'. */
  label: string;
  /** `ink` (default) counts; `hot`, red, asks for attention. */
  tone?: 'ink' | 'hot';
}

/** A number at the upper end corner of an icon. Its parent needs `position: relative` and the size of the icon's lozenge. */
export function CountBadge({ count, label, tone = 'ink' }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles.count, styles[tone])}>
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{` ${label}`}</VisuallyHidden>
    </span>
  );
}
