import { useState } from 'react';
import type { HallTerms } from 'shared-contracts/types';
import { TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { saveStallTerms } from './terms.resource';
import { stallErrors, stallForm, stallTerms } from './terms.rules';
import { TermsForm } from './terms-form';
import { useSave } from './use-save';

interface StallTermsFormProps {
  venueId: string;
  stall: HallTerms['vendors'][number];
  currency: string;
  onDone: () => void;
}

export function StallTermsForm({ venueId, stall, currency, onDone }: StallTermsFormProps) {
  const { vendor } = stall;
  const [form, setForm] = useState(() => stallForm(stall, currency));
  const { submit, errors, message, isPending } = useSave({
    check: () => stallErrors(form, currency),
    send: () => saveStallTerms(venueId, vendor.id, stallTerms(form)),
    done: t('The terms of {name} are saved.', { name: vendor.name }),
    onDone,
  });
  const edit = (fields: Partial<typeof form>) => setForm({ ...form, ...fields });
  return (
    <TermsForm submit={submit} message={message} isPending={isPending}>
      <TextInput
        label={t('Commission in percent')}
        hint={t('Of the sales without tax.')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.commission_percent}
        error={errors.commission_percent}
        onChange={({ target }) => edit({ commission_percent: target.value })}
      />
      <TextInput
        label={t('Rent a month in {currency}', { currency })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.rent}
        error={errors.rent}
        onChange={({ target }) => edit({ rent: target.value })}
      />
      <TextInput
        label={t('First month with rent')}
        hint={t('Any day of it. The rent of a whole month is booked at its beginning.')}
        type="date"
        value={form.rent_from}
        error={errors.rent_from}
        onChange={({ target }) => edit({ rent_from: target.value })}
      />
    </TermsForm>
  );
}
