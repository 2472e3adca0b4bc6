import type { ReactNode } from 'react';
import { Button } from 'shared-contracts/ui';
import styles from './release-badge.module.css';

interface ReleaseBadgeProps {
  /** Its accessible name: 'Channel'. */
  label: string;
  children: ReactNode;
  /** The label of the button that goes back to what all visitors get. */
  leave: string;
  onLeave: () => void;
}

/** Tells a visitor on every page that they get other releases than all visitors, and ends that with one tap. */
export function ReleaseBadge({ label, children, leave, onLeave }: ReleaseBadgeProps) {
  return (
    <aside className={styles.badge} aria-label={label}>
      <span>{children}</span>
      <Button size="small" onClick={onLeave}>
        {leave}
      </Button>
    </aside>
  );
}
