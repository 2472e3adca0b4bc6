import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';
import { type StateTone, washOf } from '../tone';
import styles from './badge.module.css';

export interface BadgeProps {
  /** `neutral` (default), or a state's hue. */
  tone?: 'neutral' | StateTone;
  icon?: LucideIcon;
  children: ReactNode;
  className?: string;
}

/** A short word about a thing. The colour never says more than the word. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span className={cx(styles.badge, washOf(tone), className)}>
      {icon && <Icon of={icon} size="small" />}
      <span>{children}</span>
    </span>
  );
}
