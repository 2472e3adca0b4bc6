import { type FormEvent, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { Button, ChoiceGroup, TextInput } from 'shared-contracts/ui';
import { t } from '../../words';
import { type Lateness, type LatenessForm, latenessErrors } from '../card/lateness';
import { changeLateness, useLateness } from '../vendor-switches.resource';
import styles from './counter-switches.module.css';

type Steps = 'one' | 'two';

const stepChoices = (): { id: Steps; name: string }[] => [
  { id: 'one', name: t('After 20 minutes') },
  { id: 'two', name: t('In two steps of your own') },
];
const fields = () =>
  [
    { name: 'late_after_minutes', label: t('Amber after (minutes)') },
    { name: 'very_late_after_minutes', label: t('Red after (minutes)') },
  ] as const;
const PROPOSAL: NonNullable<Lateness> = { late_after_minutes: 10, very_late_after_minutes: 20 };

/** Sets when an order is late at this stall. It is not shown until the stall's steps are loaded. */
export function LatenessSetting({ vendorId }: { vendorId: number }) {
  const lateness = useLateness(vendorId);
  const [chosen, setChosen] = useState<Steps>();
  const save = useMutation<void, Error, Lateness>({
    mutationFn: (next) => changeLateness(vendorId, next),
    onSuccess: () => setChosen(undefined),
    onError: (_error, next) => {
      // The typed steps stay, so that they can be sent again.
      if (next === null) setChosen(undefined);
      showToast(t('That was not saved. Please try again.'), { color: 'danger' });
    },
  });
  if (lateness === undefined) return null;
  const steps = chosen ?? (lateness ? 'two' : 'one');
  const choose = (next: Steps) => {
    setChosen(next);
    if (next === 'one' && lateness) save.mutate(null);
  };
  return (
    <div className={styles.lateness}>
      <ChoiceGroup
        type="radio"
        title={t('Late orders')}
        choices={stepChoices()}
        selected={[steps]}
        onChange={([next]) => next && choose(next)}
      />
      {steps === 'two' && <TwoSteps lateness={lateness ?? PROPOSAL} isSaving={save.isPending} onSave={save.mutate} />}
      <p className={styles.remembered}>{t('Every device of this stall shows it.')}</p>
    </div>
  );
}

interface TwoStepsProps {
  lateness: NonNullable<Lateness>;
  isSaving: boolean;
  onSave: (lateness: NonNullable<Lateness>) => void;
}

function TwoSteps({ lateness, isSaving, onSave }: TwoStepsProps) {
  const [form, setForm] = useState<LatenessForm>({
    late_after_minutes: String(lateness.late_after_minutes),
    very_late_after_minutes: String(lateness.very_late_after_minutes),
  });
  const [errors, setErrors] = useState<Partial<LatenessForm>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const wrong = latenessErrors(form);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    onSave({
      late_after_minutes: Number(form.late_after_minutes),
      very_late_after_minutes: Number(form.very_late_after_minutes),
    });
  };
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      {fields().map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          inputMode="numeric"
          value={form[name]}
          error={errors[name]}
          onChange={({ target }) => setForm({ ...form, [name]: target.value })}
        />
      ))}
      <Button type="submit" variant="primary" busy={isSaving}>
        {t('Save')}
      </Button>
    </form>
  );
}
