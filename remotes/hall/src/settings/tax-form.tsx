import { ChoiceGroup, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { FurtherTaxes } from './further-taxes';
import { PartForm } from './part-form';
import { type PartProps, usePart } from './use-part';

/** The hall's own tax, and those that single items may have. */
export function TaxForm(props: PartProps) {
  const editing = usePart('tax', props);
  const { form, edit, errors } = editing;
  return (
    <>
      <PartForm editing={editing}>
        <TextInput
          label={t('Name of the tax')}
          hint={t('As receipts have it, such as HST or VAT.')}
          dir="auto"
          value={form.tax_name}
          error={errors.tax_name}
          maxLength={50}
          onChange={({ target }) => edit({ tax_name: target.value })}
        />
        <TextInput
          label={t('Rate in percent')}
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={form.tax_rate_percent}
          error={errors.tax_rate_percent}
          onChange={({ target }) => edit({ tax_rate_percent: target.value })}
        />
        <TextInput
          label={t('Tax number')}
          hint={t('Printed on receipts. It may be empty.')}
          dir="ltr"
          value={form.tax_number}
          error={errors.tax_number}
          maxLength={100}
          onChange={({ target }) => edit({ tax_number: target.value })}
        />
        <ChoiceGroup
          type="radio"
          title={t('Prices on the menus')}
          choices={[
            { id: 'included', name: t('They contain the tax') },
            { id: 'added', name: t('The tax is added to them') },
          ]}
          selected={[form.tax_included ? 'included' : 'added']}
          error={errors.tax_included}
          onChange={([choice]) => edit({ tax_included: choice === 'included' })}
        />
      </PartForm>
      <FurtherTaxes venueId={props.venueId} />
    </>
  );
}
