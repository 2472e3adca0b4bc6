import type { ReactNode } from 'react';
import { Button } from 'shared-contracts/ui';
import styles from './release-badge.module.css';

interface VisitBadgeProps {
  /** Names it: 'Channel'. */
  label: string;
  children: ReactNode;
  /** The word of the button that goes back to what everybody has. */
  leave: string;
  onLeave: () => void;
}

/** On every page, whoever has something else than everybody sees that, and ends it with one tap. */
export function VisitBadge({ label, children, leave, onLeave }: VisitBadgeProps) {
  return (
    <aside className={styles.badge} aria-label={label}>
      <span>{children}</span>
      <Button size="small" onClick={onLeave}>
        {leave}
      </Button>
    </aside>
  );
}
