import type { Order } from 'shared-contracts/types';
import { t } from '../words';
import styles from './allergy-note.module.css';

/** Shows the buyer's allergy in a colour that nothing else has. It renders nothing where the buyer wrote no note. */
export function AllergyNote({ order: { allergy_note } }: { order: Order }) {
  return (
    allergy_note && (
      <p className={styles.note}>
        <b>{t('Allergy:')}</b>{' '}
        <span dir="auto" translate="no">
          {allergy_note}
        </span>
      </p>
    )
  );
}
