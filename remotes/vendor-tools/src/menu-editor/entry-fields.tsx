import type { RefObject } from 'react';
import { useServerNow } from 'shared-contracts/query';
import type { MenuEntryKind } from 'shared-contracts/types';
import { Card, ChoiceRow, TextArea, TextInput } from 'shared-contracts/ui';
import { backText } from '../back.rules';
import { TaxSection } from '../item-tax/item-tax';
import { TaxSelect } from '../item-tax/tax-select';
import type { useVendorTaxes } from '../item-tax/taxes.resource';
import { useTimeZone } from '../stock.resource';
import { t } from '../words';
import { ChoicesEditor } from './choices-editor';
import { DietFields } from './diet-fields';
import type { Draft, DraftErrors } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { PictureField } from './picture/picture-field';
import { PricedRows } from './priced-rows';
import { withoutPictureTexts } from './translation.rules';
import { useWriting } from './writing';

interface EntryFieldsProps extends StatusFieldsProps {
  errors: DraftErrors;
  /** The sign of the currency. */
  symbol: string;
  taxes: ReturnType<typeof useVendorTaxes>;
  nameInput: RefObject<HTMLInputElement | null>;
  /** Takes the file that the editor chose as the item's picture. It is to be cropped. */
  onFile: (file: File) => void;
}

/** Shows the fields of a menu, a section or an item. */
export function EntryFields({
  vendorId,
  kind,
  draft,
  backAt,
  errors,
  symbol,
  taxes,
  nameInput,
  onFile,
  onChange,
}: EntryFieldsProps) {
  const writing = useWriting();
  return (
    <>
      <Card padded>
        <div className={styles.form}>
          <TextInput
            {...writing}
            ref={nameInput}
            label={t('Name')}
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            error={errors.name}
            onChange={({ target: { value } }) => onChange({ name: value })}
          />
          {kind === 'items' && (
            <TextArea
              {...writing}
              label={t('Description')}
              value={draft.description}
              maxLength={2_000}
              error={errors.description}
              onChange={({ target: { value } }) => onChange({ description: value })}
            />
          )}
        </div>
      </Card>
      {kind === 'items' && (
        <Card padded as="section" aria-label={t('Sizes and prices')}>
          <PricedRows
            rows={draft.variants}
            path="variants"
            errors={errors}
            noun="size"
            symbol={symbol}
            addLabel={t('Add another size')}
            hidesSingleName
            onChange={(variants) => onChange({ variants })}
          />
        </Card>
      )}
      {kind === 'items' && (
        <PictureField
          picture={draft.picture}
          errors={{ picture: errors.picture, alt: errors['picture.alt'] }}
          onFile={onFile}
          onChange={(picture) => onChange(picture ? { picture } : { picture, texts: withoutPictureTexts(draft.texts) })}
        />
      )}
      <StatusFields vendorId={vendorId} kind={kind} draft={draft} backAt={backAt} onChange={onChange} />
      {kind === 'items' && (
        <TaxSection taxes={taxes}>
          {(known) => (
            <TaxSelect
              taxes={known}
              value={draft.tax_category_id}
              error={errors.tax_category_id}
              onChange={(tax_category_id) => onChange({ tax_category_id })}
            />
          )}
        </TaxSection>
      )}
      {kind === 'items' && <DietFields draft={draft} error={errors.diets} onChange={onChange} />}
      {kind !== 'menus' && (
        <ChoicesEditor
          groups={draft.option_groups}
          errors={errors}
          symbol={symbol}
          note={
            kind === 'items'
              ? t('What a customer chooses for this item, such as toppings or a sauce.')
              : t('What a customer chooses for all items of the section, such as toppings or a sauce.')
          }
          onChange={(option_groups) => onChange({ option_groups })}
        />
      )}
    </>
  );
}

interface StatusFieldsProps {
  vendorId: string;
  kind: MenuEntryKind;
  draft: Draft;
  /** When the entry comes back by itself, as the API wrote it. */
  backAt: string | null | undefined;
  onChange: (changed: Partial<Draft>) => void;
}

function StatusFields({ vendorId, kind, draft, backAt, onChange }: StatusFieldsProps) {
  const timeZone = useTimeZone(vendorId, backAt !== undefined);
  const now = useServerNow();
  return (
    <Card clip>
      <ChoiceRow
        type="checkbox"
        name="status"
        checked={draft.status === 'active'}
        onChange={(isShown) => onChange({ status: isShown ? 'active' : 'inactive', until: null })}
      >
        {t('Show to customers')}
      </ChoiceRow>
      {kind === 'items' && draft.status === 'inactive' && (
        <ChoiceRow
          type="checkbox"
          name="until"
          checked={draft.until === 'tomorrow'}
          note={
            backAt && draft.until ? backText(backAt, timeZone, now) : t('back at the first opening of the next day')
          }
          onChange={(isBack) => onChange({ until: isBack ? 'tomorrow' : null })}
        >
          {t('Off until tomorrow')}
        </ChoiceRow>
      )}
    </Card>
  );
}
