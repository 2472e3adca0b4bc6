import { useState } from 'react';
import { TextInput } from 'shared-contracts/ui';
import { parseNumber } from '../money/amounts.rules';
import { TermsForm } from '../money/terms-form';
import { useSave } from '../money/use-save';
import { t } from '../words';
import { furtherTaxErrors, slugOf } from './further-taxes.rules';
import { type FurtherTax, type FurtherTaxList, saveTax } from './taxes.resource';

interface FurtherTaxFormProps {
  venueId: string;
  list: FurtherTaxList;
  /** Null for a new tax. */
  tax: FurtherTax | null;
  onDone: () => void;
}

export function FurtherTaxForm({ venueId, list, tax, onDone }: FurtherTaxFormProps) {
  const [form, setForm] = useState({ name: tax?.name ?? '', rate: tax ? String(tax.rate) : '' });
  const slugs = list.data.map(({ slug }) => slug);
  const { submit, errors, message, isPending } = useSave({
    check: () => furtherTaxErrors(form),
    send: () =>
      saveTax(venueId, {
        slug: tax?.slug ?? slugOf(form.name, slugs),
        version: list.version,
        name: form.name.trim(),
        rate: parseNumber(form.rate) ?? 0,
      }),
    done: t('{name} is saved.', { name: form.name.trim() }),
    onDone,
  });
  return (
    <TermsForm submit={submit} message={message} isPending={isPending}>
      <TextInput
        label={t('Name of the tax')}
        hint={t('As receipts have it, such as HST or VAT.')}
        dir="auto"
        value={form.name}
        error={errors.name}
        maxLength={50}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <TextInput
        label={t('Rate in percent')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.rate}
        error={errors.rate}
        onChange={({ target }) => setForm({ ...form, rate: target.value })}
      />
    </TermsForm>
  );
}
