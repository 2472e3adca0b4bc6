import { DeliveryMethods } from '../stalls/stall-fields';
import { t } from '../words';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { type PartProps, usePart } from './use-part';

/** How guests get their orders from a new stall. Each stall then has its own. */
export function DeliveryForm(props: PartProps) {
  const editing = usePart('delivery', props);
  const { form, edit, errors } = editing;
  return (
    <PartForm editing={editing}>
      <p className={styles.note}>{t('A new stall begins with these. Each stall then has its own, on its page.')}</p>
      <DeliveryMethods
        chosen={form.delivery_method_types}
        error={errors.delivery_method_types}
        onChange={(delivery_method_types) => edit({ delivery_method_types })}
      />
    </PartForm>
  );
}
