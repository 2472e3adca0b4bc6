import type { HallTerms } from 'shared-contracts/types';
import { Select, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { saveFeeTerms, showTerms } from './terms.resource';
import { feeErrors, feeForm, feeTerms } from './terms.rules';
import { TermsForm } from './terms-form';
import { bearerText, estimateText } from './terms-words';
import { useDraft } from './use-draft';
import { useSave } from './use-save';

interface FeeTermsFormProps {
  venueId: string;
  terms: HallTerms;
  onDone: () => void;
}

export function FeeTermsForm({ venueId, terms, onDone }: FeeTermsFormProps) {
  const { currency } = terms;
  const draft = useDraft({ form: feeForm(terms), version: terms.version });
  const { form, version, edit } = draft;
  const { submit, errors, message, isPending } = useSave({
    check: () => feeErrors(form, currency),
    send: () => saveFeeTerms(venueId, { ...feeTerms(form), version }),
    done: t('The terms are saved.'),
    onDone,
    onConflict: (current) => showTerms(venueId, current),
  });
  const theirs = {
    words: `${bearerText(terms)} ${estimateText(terms)}`,
    onShow: draft.showTheirs,
    onKeepMine: draft.keepMine,
  };
  return (
    <TermsForm submit={submit} message={message} isPending={isPending} theirs={draft.isStale ? theirs : undefined}>
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
