import { TriangleAlert } from 'lucide-react';
import type { Order } from 'shared-contracts/types';
import { cx, Icon } from 'shared-contracts/ui';
import styles from './allergy-note.module.css';

/** What the buyer is allergic to, in a colour that nothing else has. Nothing where they wrote no note. */
export function AllergyNote({ order, className }: { order: Order; className?: string | undefined }) {
  if (!order.allergy_note) return null;
  return (
    <p className={cx(styles.note, className)}>
      <Icon of={TriangleAlert} size="medium" className={styles.icon} />
      <span className={styles.words}>
        <b>Allergy:</b> {order.allergy_note}
      </span>
    </p>
  );
}
