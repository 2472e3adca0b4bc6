import type { ReactNode } from 'react';
import { Badge } from 'shared-contracts/ui';
import styles from './today.module.css';

interface EntryProps {
  head: ReactNode;
  badge?: string;
  note: ReactNode;
  actions: ReactNode;
}

/** One row of a list: what it is about, what is the matter, and what can be done. */
export function Entry({ head, badge, note, actions }: EntryProps) {
  return (
    <li className={styles.entry}>
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{head}</span>
          {badge && <Badge tone="late">{badge}</Badge>}
        </p>
        <p className={styles.note}>{note}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}
