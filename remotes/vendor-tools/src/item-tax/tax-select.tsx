import type { VendorTaxes } from 'shared-contracts/types';
import { Select } from 'shared-contracts/ui';
import { t } from '../words';

export interface TaxSelectProps {
  taxes: VendorTaxes;
  /** The id of a tax; null for the venue's own tax. */
  value: number | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (categoryId: number | null) => void;
}

/** The select's value for the venue's own tax. */
const OWN = '';

/** Chooses one of the venue's taxes. */
export function TaxSelect({ taxes, value, error, disabled, onChange }: TaxSelectProps) {
  return (
    <Select
      label={t('Tax of this item')}
      hint={t('A change holds for what guests add from now on.')}
      value={value === null ? OWN : String(value)}
      error={error}
      disabled={disabled}
      options={[null, ...taxes.categories.map(({ id }) => id)].map((id) => ({
        value: id === null ? OWN : String(id),
        label: taxText(taxes, id),
      }))}
      onChange={({ target }) => onChange(target.value === OWN ? null : Number(target.value))}
    />
  );
}

/** Names a tax: 'Food 7.25 %'. */
export function taxText({ tax, categories }: VendorTaxes, categoryId: number | null): string {
  if (categoryId === null) return t('{name} {rate} %, as of the venue', { name: tax.name, rate: tax.rate });
  const category = categories.find(({ id }) => id === categoryId);
  return category ? t('{name} {rate} %', { name: category.name, rate: category.rate }) : t('another tax');
}
