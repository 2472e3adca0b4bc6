import { useMemo } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { currentLanguage } from 'shared-contracts/language';
import { PASSWORD_MIN } from 'shared-contracts/rules/forms';
import { site } from 'shared-contracts/site';
import { Button, type Choice, ChoiceGroup, PasswordInput, Select, TextInput } from 'shared-contracts/ui';
import form_styles from '../sign-in/form.module.css';
import { showFailure } from '../sign-in/sign-in';
import { useForm } from '../sign-in/use-form';
import { t } from '../words';
import { type SetUp, setUp } from './setup';
import styles from './setup.module.css';
import { emptyForm, PROVIDERS, type Provider, setupErrors, withProvider } from './setup.rules';
import { isEnded } from './use-link-check';

interface SetupFormProps {
  token: string;
  onDone: (body: SetUp) => void;
  onEnded: (error: ApiErrorShape) => void;
}

const deliveryChoices = (): Choice<string>[] => [
  { id: 'collect', name: t('Collect'), note: t('Guests pick the order up at the stall') },
  { id: 'table', name: t('Table'), note: t('Brought to a table') },
  { id: 'room', name: t('Room'), note: t('Brought to a room of a hotel') },
  { id: 'address', name: t('Address'), note: t('Brought to an address') },
];

export function SetupForm({ token, onDone, onEnded }: SetupFormProps) {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isPhoneAsked = site().flags.phone;
  const { currencies, zones } = useMemo(() => browserChoices(zone), [zone]);
  const { form, field, values, change, isSending } = useForm({
    initial: emptyForm(zone),
    check: (given) => setupErrors(given, isPhoneAsked),
    send: (given) => setUp(token, given),
    onSuccess: onDone,
    onFailure: (error) => (isEnded(error) ? onEnded(error) : showFailure(error)),
  });
  const provider = PROVIDERS[values.provider];
  const delivery = field('delivery_method_types');
  return (
    <form {...form} className={form_styles.form}>
      <h2 className={styles.heading}>{t('Your account')}</h2>
      <TextInput {...field('name')} label={t('Name')} autoComplete="name" />
      <TextInput {...field('email')} label={t('Email')} type="email" autoComplete="username" autoCapitalize="none" />
      {isPhoneAsked && (
        <TextInput
          {...field('phone')}
          label={t('Phone')}
          type="tel"
          autoComplete="tel"
          hint={t('The form to log in asks for it beside a password.')}
        />
      )}
      <PasswordInput
        {...field('password')}
        label={t('Password')}
        autoComplete="new-password"
        hint={t('At least {PASSWORD_MIN} characters. Leave it empty to sign in with a code by email.', {
          PASSWORD_MIN,
        })}
      />
      <h2 className={styles.heading}>{t('The hall')}</h2>
      <TextInput {...field('hall_name')} label={t('Name of the hall')} autoComplete="off" />
      <Select {...field('currency')} label={t('Currency')} options={currencies} placeholder={t('Choose one')} />
      <Select {...field('timezone')} label={t('Time zone')} options={zones} placeholder={t('Choose one')} />
      <h2 className={styles.heading}>{t('Tax')}</h2>
      <TextInput
        {...field('tax_name')}
        label={t('Name of the tax')}
        hint={t('As receipts name it: HST, VAT.')}
        autoComplete="off"
      />
      <TextInput {...field('tax_number')} label={t('Tax number')} hint={t('May stay empty.')} autoComplete="off" />
      <TextInput {...field('tax_rate_percent')} label={t('Rate in percent')} inputMode="decimal" autoComplete="off" />
      <Select
        {...field('tax_included')}
        label={t('Prices on the menus')}
        options={[
          { value: 'yes', label: t('Include the tax') },
          { value: 'no', label: t('The tax is added') },
        ]}
      />
      <h2 className={styles.heading}>{t('Payments')}</h2>
      <Select
        {...field('provider')}
        label={t('Provider')}
        options={Object.keys(PROVIDERS).map((name) => ({ value: name, label: name }))}
        onChange={({ target }) => change(withProvider(values, target.value as Provider))}
      />
      <TextInput
        {...field('provider_key')}
        label={provider.key()}
        hint={provider.hint()}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        {...field('secret_env')}
        label={t('Setting with the secret key')}
        hint={t('The name of a setting of the server. The key itself is never entered here.')}
        autoComplete="off"
        spellCheck={false}
      />
      {provider.webhook !== '' && (
        <TextInput
          {...field('webhook_secret_env')}
          label={t('Setting with the webhook secret')}
          hint={t('The name of a setting of the server.')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <ChoiceGroup
        type="checkbox"
        title={t('How guests receive orders')}
        choices={deliveryChoices()}
        selected={delivery.value.split(' ')}
        error={delivery.error}
        onChange={(types) => change({ ...values, delivery_method_types: types.join(' ') })}
      />
      <Button className={form_styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
        {t('Open the hall')}
      </Button>
    </form>
  );
}

/** Lists the currencies and time zones that this browser knows, with their names. */
function browserChoices(zone: string) {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' });
  const zones = new Set([zone, ...Intl.supportedValuesOf('timeZone')]);
  return {
    currencies: Intl.supportedValuesOf('currency').map((code) => ({
      value: code,
      label: `${code} · ${names.of(code)}`,
    })),
    zones: [...zones].map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
  };
}
