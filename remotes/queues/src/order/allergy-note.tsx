import type { Order } from 'shared-contracts/types';
import styles from './allergy-note.module.css';

/** What the buyer is allergic to, in a colour that nothing else has. Nothing where they wrote no note. */
export function AllergyNote({ order: { allergy_note } }: { order: Order }) {
  return (
    allergy_note && (
      <p className={styles.note}>
        <b>Allergy:</b> <span translate="no">{allergy_note}</span>
      </p>
    )
  );
}
