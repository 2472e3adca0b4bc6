import { Select, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { PartForm } from './part-form';
import { ProviderCheck } from './provider-check';
import styles from './settings.module.css';
import { type PartProps, usePart } from './use-part';

const PROVIDERS = ['Stripe', 'Paystack', 'Global'] as const;

/** Who takes the payments of the hall. The secrets are named, and never shown: the server alone has them. */
export function ProviderForm(props: PartProps) {
  const editing = usePart('provider', props);
  const { form, edit, errors, isDirty } = editing;
  return (
    <>
      <PartForm editing={editing}>
        <Select
          label={t('Provider')}
          value={form.provider}
          error={errors.provider}
          options={PROVIDERS.map((value) => ({ value, label: value }))}
          onChange={({ target }) => {
            const provider = PROVIDERS.find((name) => name === target.value);
            if (provider) edit({ provider });
          }}
        />
        <TextInput
          label={form.provider === 'Global' ? t('Merchant ID') : t('Public key')}
          hint={t('It is part of every page, so it is no secret.')}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          value={form.provider_key}
          error={errors.provider_key}
          maxLength={200}
          onChange={({ target }) => edit({ provider_key: target.value })}
        />
        <TextInput
          label={t('Variable with the secret key')}
          hint={t('The name of a variable of the server. The key itself is set there and never shown here.')}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="characters"
          dir="ltr"
          value={form.secret_env}
          error={errors.secret_env}
          maxLength={100}
          onChange={({ target }) => edit({ secret_env: target.value })}
        />
        {form.provider !== 'Global' && (
          <TextInput
            label={t('Variable with the secret of webhooks')}
            hint={t('Empty if the hall has none.')}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="characters"
            dir="ltr"
            value={form.webhook_secret_env}
            error={errors.webhook_secret_env}
            maxLength={100}
            onChange={({ target }) => edit({ webhook_secret_env: target.value })}
          />
        )}
        <p className={styles.note}>
          {t(
            'A change decides whose account gets the money, so it asks you to confirm that it is you, if your account has a second factor.',
          )}
        </p>
      </PartForm>
      {isDirty ? (
        <p className={styles.note}>{t('Save the change to check it at the provider.')}</p>
      ) : (
        <ProviderCheck venueId={props.venueId} payments={props.settings.payments} />
      )}
    </>
  );
}
