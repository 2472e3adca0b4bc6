import { type KeyboardEvent, useRef, useState } from 'react';
import { type ApiErrorShape, fieldError } from 'shared-contracts/client';
import type { AuthMode } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import { useMutation } from 'shared-contracts/query';
import { forgotErrors, loginErrors } from 'shared-contracts/rules/forms';
import { site } from 'shared-contracts/site';
import type { SignedIn } from 'shared-contracts/types';
import { Button, PasswordInput, TextInput } from 'shared-contracts/ui';
import { useLastError } from '../use-last-error';
import { t } from '../words';
import { AuthLinks } from './auth-links';
import type { CodeRequest } from './code-request';
import styles from './form.module.css';
import { logIn, requestCode, type SignInAnswer, showFailure } from './sign-in';
import { useForm } from './use-form';

export interface AuthFormProps {
  onSignedIn: (body: SignedIn) => void;
  onModeChange: (mode: AuthMode) => void;
}

interface LoginFormProps extends Pick<AuthFormProps, 'onModeChange'> {
  /** Called with a session, or with the question for the second factor. */
  onAnswer: (body: SignInAnswer) => void;
  /** The first value of the email field. */
  email: string;
  /** Called when a code was sent to the email. */
  onCodeSent: (request: CodeRequest) => void;
}

/** One email field serves both the code and the password. */
export function LoginForm({ email, onCodeSent, onAnswer, onModeChange }: LoginFormProps) {
  const isPhoneAsked = site().flags.phone;
  const { form, field, isSending } = useForm({
    initial: { email, phone: isPhoneAsked ? (readLocal('phone') ?? '') : '', password: '' },
    check: (values) => loginErrors(values, isPhoneAsked),
    send: logIn,
    onSuccess: onAnswer,
    onFailure: showFailure,
  });
  const emailField = field('email');
  const emailInput = useRef<HTMLInputElement>(null);
  const [wasCodeWanted, setWasCodeWanted] = useState(false);
  const code = useMutation<CodeRequest, ApiErrorShape, void>({
    mutationFn: () => requestCode(emailField.value),
    onSuccess: onCodeSent,
    onError: showFailure,
  });
  const codeRefusal = useLastError(code);
  const codeError = forgotErrors({ email: emailField.value }).email;

  function askForCode(): void {
    if (code.isPending) return;
    setWasCodeWanted(true);
    if (codeError === undefined) code.mutate();
    else emailInput.current?.focus();
  }

  /** The Enter key requests a code as long as there is no password to log in with. */
  function askByEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || field('password').value !== '') return;
    event.preventDefault();
    askForCode();
  }

  return (
    <form {...form} className={styles.form}>
      <TextInput
        {...emailField}
        ref={emailInput}
        error={emailField.error ?? (wasCodeWanted ? codeError : undefined) ?? fieldError(codeRefusal, 'email')}
        onChange={(event) => {
          // The refusal was about another email.
          code.reset();
          emailField.onChange(event);
        }}
        label={t('Email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        enterKeyHint="go"
        onKeyDown={askByEnter}
        data-autofocus
      />
      <div className={styles.choice}>
        <Button variant="primary" size="tall" wide onClick={askForCode} busy={code.isPending}>
          {t('Email me a code')}
        </Button>
        <p className={styles.hint}>{t('No password needed. If you are new, the code makes your account.')}</p>
      </div>
      <p className={styles.or}>{t('or with a password')}</p>
      {isPhoneAsked && <TextInput {...field('phone')} label={t('Phone')} type="tel" autoComplete="tel" />}
      <PasswordInput {...field('password')} label={t('Password')} autoComplete="current-password" />
      <Button className={styles.submit} size="tall" type="submit" wide busy={isSending}>
        {t('Login')}
      </Button>
      <AuthLinks modes={['Register', 'ForgotPassword']} onModeChange={onModeChange} />
    </form>
  );
}
