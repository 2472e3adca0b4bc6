import { useState } from 'react';
import type { HallTerms } from 'shared-contracts/types';
import { Select, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { saveFeeTerms } from './terms.resource';
import { feeErrors, feeForm, feeTerms } from './terms.rules';
import { TermsForm } from './terms-form';
import { useSave } from './use-save';

interface FeeTermsFormProps {
  venueId: string;
  terms: HallTerms;
  onDone: () => void;
}

export function FeeTermsForm({ venueId, terms, onDone }: FeeTermsFormProps) {
  const { currency } = terms;
  const [form, setForm] = useState(() => feeForm(terms));
  const { submit, errors, message, isPending } = useSave({
    check: () => feeErrors(form, currency),
    send: () => saveFeeTerms(venueId, feeTerms(form)),
    done: t('The terms are saved.'),
    onDone,
  });
  const edit = (fields: Partial<typeof form>) => setForm({ ...form, ...fields });
  return (
    <TermsForm submit={submit} message={message} isPending={isPending}>
      <Select
        label={t('Who bears the provider’s fees')}
        value={form.fees_borne_by}
        error={errors.fees_borne_by}
        options={[
          { value: 'hall', label: t('The hall') },
          { value: 'stalls', label: t('Each stall, by its part of the payment') },
        ]}
        onChange={({ target }) => edit({ fees_borne_by: target.value === 'hall' ? 'hall' : 'stalls' })}
      />
      <TextInput
        label={t('Estimated fee in percent')}
        hint={t('Booked until the provider tells its own figure.')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.fee_percent}
        error={errors.fee_percent}
        onChange={({ target }) => edit({ fee_percent: target.value })}
      />
      <TextInput
        label={t('Estimated fee for each payment in {currency}', { currency })}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.fee_fixed}
        error={errors.fee_fixed}
        onChange={({ target }) => edit({ fee_fixed: target.value })}
      />
    </TermsForm>
  );
}
