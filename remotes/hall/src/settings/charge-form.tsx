import { TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { PartForm } from './part-form';
import { type PartProps, usePart } from './use-part';

/** The service charge of each order, which is the hall's. */
export function ChargeForm(props: PartProps) {
  const editing = usePart('charge', props);
  const { form, edit, errors } = editing;
  const { currency } = props.settings;
  return (
    <PartForm editing={editing}>
      <TextInput
        label={t('Service charge for each order in {currency}', { currency })}
        hint={t('0 for none. The hall keeps it.')}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        value={form.service_charge}
        error={errors.service_charge}
        onChange={({ target }) => edit({ service_charge: target.value })}
      />
    </PartForm>
  );
}
