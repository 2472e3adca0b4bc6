import { ChoiceGroup, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { type PartProps, usePart } from './use-part';

/** Whether guests may add a tip in the cart, and the three percentages that they choose from. */
export function TipsForm(props: PartProps) {
  const editing = usePart('tips', props);
  const { form, edit, errors } = editing;
  const { percents } = form;
  return (
    <PartForm editing={editing}>
      <p className={styles.note}>
        {t('A tip is for the stalls of the order. In the cart none is chosen until the guest chooses one.')}
      </p>
      <ChoiceGroup
        type="radio"
        title={t('Tips')}
        choices={[
          { id: 'off', name: t('No tips') },
          { id: 'on', name: t('Three percentages, or an amount of the guest') },
        ]}
        selected={[form.isOn ? 'on' : 'off']}
        error={errors.tips}
        onChange={([choice]) => edit({ isOn: choice === 'on' })}
      />
      {form.isOn &&
        percents.map((percent, index) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a percentage is its position
            key={index}
            label={t('Percentage {number}', { number: index + 1 })}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            value={percent}
            error={errors[`percent-${index}`]}
            onChange={({ target }) =>
              edit({ percents: percents.map((each, at) => (at === index ? target.value : each)) })
            }
          />
        ))}
    </PartForm>
  );
}
