import { type AuthMode, showToast } from 'shared-contracts/events';
import { forgotErrors } from 'shared-contracts/rules/forms';
import { Button, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { AuthLinks } from './auth-links';
import styles from './form.module.css';
import { requestReset } from './sign-in';
import { useForm } from './use-form';

/** A failure shows nothing and enables the button again, so that the form does not reveal whether an account exists. */
export function ForgotPasswordForm({ onModeChange }: { onModeChange: (mode: AuthMode) => void }) {
  const { form, field, isSending } = useForm({
    initial: { email: '' },
    check: forgotErrors,
    send: requestReset,
    isRefusalShown: false,
    onSuccess: ({ message }) => showToast(message),
  });
  return (
    <form {...form} className={styles.form}>
      <TextInput
        {...field('email')}
        label={t('Email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        data-autofocus
      />
      <Button className={styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
        {t('Send reset link')}
      </Button>
      <AuthLinks modes={['Login', 'Register']} onModeChange={onModeChange} />
    </form>
  );
}
