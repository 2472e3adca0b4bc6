import type { HallTerms } from 'shared-contracts/types';
import { TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { saveStallTerms, showTerms } from './terms.resource';
import { stallErrors, stallForm, stallTerms } from './terms.rules';
import { TermsForm } from './terms-form';
import { stallText } from './terms-words';
import { useDraft } from './use-draft';
import { useSave } from './use-save';

interface StallTermsFormProps {
  venueId: string;
  stall: HallTerms['vendors'][number];
  terms: HallTerms;
  onDone: () => void;
}

export function StallTermsForm({ venueId, stall, terms, onDone }: StallTermsFormProps) {
  const { vendor } = stall;
  const { currency } = terms;
  const draft = useDraft({ form: stallForm(stall, currency), version: stall.version });
  const { form, version, edit } = draft;
  const { submit, errors, message, isPending } = useSave({
    check: () => stallErrors(form, currency),
    send: () => saveStallTerms(venueId, vendor.id, { ...stallTerms(form), version }),
    done: t('The terms of {name} are saved.', { name: vendor.name }),
    onDone,
    onConflict: (current) => showTerms(venueId, current),
  });
  const theirs = { words: stallText(stall, terms), onShow: draft.showTheirs, onKeepMine: draft.keepMine };
  return (
    <TermsForm submit={submit} message={message} isPending={isPending} theirs={draft.isStale ? theirs : undefined}>
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
