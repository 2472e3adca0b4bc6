import { readLocal } from 'shared-contracts/local-keys';
import { PASSWORD_MIN, registerErrors } from 'shared-contracts/rules/forms';
import { site } from 'shared-contracts/site';
import { Button, PasswordInput, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { AuthLinks } from './auth-links';
import styles from './form.module.css';
import type { AuthFormProps } from './login-form';
import { register, showFailure } from './sign-in';
import { useForm } from './use-form';

/** The server compares the two passwords; its message is shown beside the field. */
export function RegisterForm({ email, onSignedIn, onModeChange }: AuthFormProps & { email: string }) {
  const isPhoneAsked = site().flags.phone;
  const { form, field, isSending } = useForm({
    initial: {
      name: '',
      email,
      phone: isPhoneAsked ? (readLocal('phone') ?? '') : '',
      password: '',
      password_confirmation: '',
    },
    check: (values) => registerErrors(values, isPhoneAsked),
    send: register,
    onSuccess: onSignedIn,
    onFailure: showFailure,
  });
  return (
    <form {...form} className={styles.form}>
      <TextInput {...field('name')} label={t('Name')} autoComplete="name" data-autofocus />
      <TextInput {...field('email')} label={t('Email')} type="email" autoComplete="username" autoCapitalize="none" />
      {isPhoneAsked && <TextInput {...field('phone')} label={t('Phone')} type="tel" autoComplete="tel" />}
      <PasswordInput
        {...field('password')}
        label={t('Password')}
        autoComplete="new-password"
        hint={t('At least {PASSWORD_MIN} characters.', { PASSWORD_MIN })}
      />
      <PasswordInput
        {...field('password_confirmation')}
        label={t('Password confirmation')}
        autoComplete="new-password"
      />
      <Button className={styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
        {t('Register')}
      </Button>
      <AuthLinks modes={['Login']} onModeChange={onModeChange} />
    </form>
  );
}
