import type { ReactNode } from 'react';
import type { MenuEditor, VendorTaxes } from 'shared-contracts/types';
import { Alert, Button } from 'shared-contracts/ui';
import { taxText } from '../item-tax/tax-select';
import { rich, t } from '../words';
import { fieldName, fieldText } from './field-words';
import { type Draft, type Field, type Fields, toDraft } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import type { Saved } from './menu-editor.resource';

export interface ConflictProps {
  outcome: Extract<Saved, { theirs: Fields }>;
  draft: Draft;
  menu: MenuEditor;
  taxes: VendorTaxes | undefined;
  onSettle: (field: Field, theirs: Fields, isTheirs: boolean) => void;
}

/** What an editor typed is not translated. */
const kept = (value: ReactNode[]) => (
  <bdi key="value" translate="no">
    {value}
  </bdi>
);

/** Asks for each field that two editors have changed differently which value to keep. Nothing is sent until Save. */
export function Conflict({ outcome: { conflicts, theirs }, draft, menu, taxes, onSettle }: ConflictProps) {
  const words = {
    currency: menu.currency,
    symbol: menu.currency_symbol,
    taxName: (categoryId: number | null) => (taxes ? taxText(taxes, categoryId) : t('another tax')),
  };
  const theirDraft = toDraft(theirs, menu.currency);
  return (
    <Alert>
      <div className={styles.alert}>
        <p>{t('Someone else has changed this meanwhile. Choose what counts, then save.')}</p>
        <ul className={styles.conflicts}>
          {conflicts.map((field) => (
            <li key={field}>
              <p className={styles.name}>{fieldName(field)}</p>
              <p>
                {rich('Theirs: <kept>{value}</kept>', {
                  value: fieldText(theirDraft, field, words) || t('empty'),
                  kept,
                })}
              </p>
              <p>
                {rich('Yours: <kept>{value}</kept>', { value: fieldText(draft, field, words) || t('empty'), kept })}
              </p>
              <div className={styles.actions}>
                <Button
                  size="small"
                  aria-label={t('Take theirs: {field}', { field: fieldName(field) })}
                  onClick={() => onSettle(field, theirs, true)}
                >
                  {t('Take theirs')}
                </Button>
                <Button
                  size="small"
                  aria-label={t('Keep mine: {field}', { field: fieldName(field) })}
                  onClick={() => onSettle(field, theirs, false)}
                >
                  {t('Keep mine')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  );
}
