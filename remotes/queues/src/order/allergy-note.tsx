import type { Order } from 'shared-contracts/types';
import styles from './allergy-note.module.css';

/** Shows the buyer's allergy in a colour that nothing else has. It renders nothing where the buyer wrote no note. */
export function AllergyNote({ order: { allergy_note } }: { order: Order }) {
  return (
    allergy_note && (
      <p className={styles.note}>
        <b>Allergy:</b> <span translate="no">{allergy_note}</span>
      </p>
    )
  );
}
