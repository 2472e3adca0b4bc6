import type { AuthMode } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { loginErrors } from 'shared-contracts/rules/forms';
import { site } from 'shared-contracts/site';
import type { SignedIn } from 'shared-contracts/types';
import { Button, PasswordInput, TextInput } from 'shared-contracts/ui';
import { AuthLinks } from './auth-links';
import styles from './form.module.css';
import { logIn, showFailure } from './sign-in';
import { useForm } from './use-form';

export interface AuthFormProps {
  onSignedIn: (body: SignedIn) => void;
  onModeChange: (mode: AuthMode) => void;
}

export function LoginForm({ onSignedIn, onModeChange }: AuthFormProps) {
  const isPhoneAsked = site().flags.phone;
  const { form, field, isSending } = useForm({
    initial: { email: '', phone: isPhoneAsked ? (readLocal('phone') ?? '') : '', password: '' },
    check: (values) => loginErrors(values, isPhoneAsked),
    send: logIn,
    onSuccess: onSignedIn,
    onFailure: showFailure,
  });
  return (
    <form {...form} className={styles.form}>
      <TextInput
        {...field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        data-autofocus
      />
      {isPhoneAsked && <TextInput {...field('phone')} label="Phone" type="tel" autoComplete="tel" />}
      <PasswordInput {...field('password')} label="Password" autoComplete="current-password" />
      <Button className={styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
        Login
      </Button>
      <AuthLinks modes={['Register', 'ForgotPassword']} onModeChange={onModeChange} />
    </form>
  );
}
