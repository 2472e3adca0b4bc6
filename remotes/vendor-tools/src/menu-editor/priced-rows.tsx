import { Plus } from 'lucide-react';
import { Button, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { ChoiceAllergens } from './diet-fields';
import { replaced, stepped, withCopy, without } from './list.rules';
import { type DraftErrors, isOnlySize, newPriced, type PricedDraft } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { RowActions } from './row-actions';
import { useWriting } from './writing';

export interface PricedRowsProps {
  rows: readonly PricedDraft[];
  /** The path of the list in the request. The keys of its errors begin with it. */
  path: string;
  errors: DraftErrors;
  noun: 'size' | 'choice';
  symbol: string;
  addLabel: string;
  /** A single size has no field for its name, since the item has one. */
  hidesSingleName?: boolean;
  /** Each row can add allergens. */
  hasAllergens?: boolean;
  onChange: (rows: PricedDraft[]) => void;
}

/** Edits rows with a name and a price: the sizes of an item, or the choices of a group. */
export function PricedRows({
  rows,
  path,
  errors,
  noun,
  symbol,
  addLabel,
  hidesSingleName = false,
  hasAllergens = false,
  onChange,
}: PricedRowsProps) {
  const writing = useWriting();
  const isSingle = hidesSingleName && isOnlySize(rows);
  return (
    <div className={styles.rows}>
      {rows.map((row, index) => {
        const at = `${path}.${index}`;
        const words = rowWords(noun, index + 1, symbol);
        const name = row.name.trim() || words.row;
        const change = (changed: Partial<PricedDraft>) => onChange(replaced(rows, { ...row, ...changed }));
        return (
          <div key={row.key} className={styles.priced}>
            {!isSingle && (
              <TextInput
                {...writing}
                label={words.name}
                value={row.name}
                maxLength={200}
                error={errors[`${at}.name`]}
                className={styles.rowName}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
            <TextInput
              label={isSingle ? t('Price, {symbol}', { symbol }) : words.price}
              inputMode="decimal"
              autoComplete="off"
              value={row.price}
              error={errors[`${at}.price`]}
              className={styles.rowPrice}
              onChange={({ target }) => change({ price: target.value })}
            />
            {!isSingle && (
              <RowActions
                name={name}
                status={row.status}
                isFirst={index === 0}
                isLast={index === rows.length - 1}
                canRemove={rows.length > 1}
                onStatus={(status) => change({ status })}
                onStep={(direction) => onChange(stepped(rows, row.key, direction))}
                onDuplicate={() =>
                  onChange(
                    withCopy(rows, row.key, {
                      ...newPriced(rows, t('{name} (copy)', { name: row.name }), row.price),
                      allergens: row.allergens,
                    }),
                  )
                }
                onRemove={() => onChange(without(rows, row.key))}
              />
            )}
            {hasAllergens && (
              <ChoiceAllergens
                name={name}
                allergens={row.allergens ?? []}
                onChange={(allergens) => change({ allergens })}
              />
            )}
          </div>
        );
      })}
      <div>
        <Button size="small" icon={Plus} onClick={() => onChange([...rows, newPriced(rows)])}>
          {addLabel}
        </Button>
      </div>
    </div>
  );
}

/** Labels the name of a row. @param number counts from 1 */
export const rowNameLabel = (noun: PricedRowsProps['noun'], number: number): string =>
  noun === 'size' ? t('Name of size {number}', { number }) : t('Name of choice {number}', { number });

/** Names a row and its fields. @param number counts from 1 */
function rowWords(noun: PricedRowsProps['noun'], number: number, symbol: string) {
  return noun === 'size'
    ? {
        row: t('size {number}', { number }),
        name: rowNameLabel(noun, number),
        price: t('Price of size {number}, {symbol}', { number, symbol }),
      }
    : {
        row: t('choice {number}', { number }),
        name: rowNameLabel(noun, number),
        price: t('Price of choice {number}, {symbol}', { number, symbol }),
      };
}
