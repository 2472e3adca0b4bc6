import { type FormEvent, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { WatchSettings } from 'shared-contracts/types';
import { Alert, Button, Skeleton, SkeletonBlock, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './watch.module.css';
import { saveWatchSettings, useWatchSettings } from './watch.resource';
import { formOf, type MinutesForm, minutesErrors, STEPS, settingsOf } from './watch-minutes.rules';

const labels = (): Record<keyof WatchSettings, string> => ({
  ring_minutes: t('Ring in the kitchen after (minutes)'),
  staff_minutes: t('Tell the people of the stall after (minutes)'),
  hall_minutes: t('Tell the hall after (minutes)'),
});

/** Sets after how many minutes the watch tells of an order that no one has seen. */
export function WatchMinutes({ vendorId }: { vendorId: string }) {
  const settings = useWatchSettings(vendorId);
  return (
    <section className={styles.section} aria-labelledby="watch-minutes">
      <h2 id="watch-minutes">{t('Orders that no one has seen')}</h2>
      <p className={styles.note}>
        {t('An order is seen once a screen shows it, its ticket is printed, or it is picked.')}
      </p>
      {settings.data && <MinutesFields key={vendorId} vendorId={vendorId} settings={settings.data} />}
      {!settings.data && settings.isPending && (
        <Skeleton label={t('Loading the minutes…')}>
          <SkeletonBlock shape="button" />
          <SkeletonBlock shape="button" />
          <SkeletonBlock shape="button" />
        </Skeleton>
      )}
      {!settings.data && settings.isError && (
        <Alert>
          <div className={styles.failed}>
            <span>{t('The minutes could not be loaded.')}</span>
            <Button size="small" busy={settings.isFetching} onClick={() => void settings.refetch()}>
              {t('Try Again')}
            </Button>
          </div>
        </Alert>
      )}
    </section>
  );
}

function MinutesFields({ vendorId, settings }: { vendorId: string; settings: WatchSettings }) {
  const [form, setForm] = useState<MinutesForm>(formOf(settings));
  const [errors, setErrors] = useState<Partial<MinutesForm>>({});
  const save = useMutation<void, Error, WatchSettings>({
    mutationFn: (next) => saveWatchSettings(vendorId, next),
    onSuccess: () => showToast(t('The minutes are saved.'), { color: 'success' }),
    onError: (error) => {
      const isRefused = isApiError(error) && error.status === 403;
      showToast(isRefused ? error.message : t('That was not saved. Please try again.'), { color: 'danger' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const wrong = minutesErrors(form);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(settingsOf(form));
  };
  const labelOf = labels();
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {STEPS.map(({ name }) => (
        <TextInput
          key={name}
          label={labelOf[name]}
          inputMode="numeric"
          value={form[name]}
          error={errors[name]}
          onChange={({ target }) => setForm({ ...form, [name]: target.value })}
        />
      ))}
      <Button type="submit" busy={save.isPending}>
        {t('Save the minutes')}
      </Button>
    </form>
  );
}
