import type { MenuEditor, VendorTaxes } from 'shared-contracts/types';
import { Alert, Button } from 'shared-contracts/ui';
import { taxText } from '../item-tax/tax-select';
import { type Draft, FIELD_NAMES, type Field, type Fields, fieldText, toDraft } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import type { Saved } from './menu-editor.resource';

export interface ConflictProps {
  outcome: Extract<Saved, { theirs: Fields }>;
  draft: Draft;
  menu: MenuEditor;
  taxes: VendorTaxes | undefined;
  onSettle: (field: Field, theirs: Fields, isTheirs: boolean) => void;
}

/** Asks for each field that two editors have changed differently which value to keep. Nothing is sent until Save. */
export function Conflict({ outcome: { conflicts, theirs }, draft, menu, taxes, onSettle }: ConflictProps) {
  const words = {
    currency: menu.currency,
    symbol: menu.currency_symbol,
    taxName: (categoryId: number | null) => (taxes ? taxText(taxes, categoryId) : 'another tax'),
  };
  const theirDraft = toDraft(theirs, menu.currency);
  return (
    <Alert>
      <div className={styles.alert}>
        <p>Someone else has changed this meanwhile. Choose what counts, then save.</p>
        <ul className={styles.conflicts}>
          {conflicts.map((field) => (
            <li key={field}>
              <p className={styles.name}>{FIELD_NAMES[field]}</p>
              <p>
                Theirs: <span translate="no">{fieldText(theirDraft, field, words) || 'empty'}</span>
              </p>
              <p>
                Yours: <span translate="no">{fieldText(draft, field, words) || 'empty'}</span>
              </p>
              <div className={styles.actions}>
                <Button
                  size="small"
                  aria-label={`Take theirs: ${FIELD_NAMES[field]}`}
                  onClick={() => onSettle(field, theirs, true)}
                >
                  Take theirs
                </Button>
                <Button
                  size="small"
                  aria-label={`Keep mine: ${FIELD_NAMES[field]}`}
                  onClick={() => onSettle(field, theirs, false)}
                >
                  Keep mine
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  );
}
