import { showToast } from 'shared-contracts/events';
import { useNavigate, useParams, useSearchParams } from 'shared-contracts/router';
import { forgotErrors, resetErrors } from 'shared-contracts/rules/forms';
import { Button, PasswordInput, TextInput } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import styles from './form.module.css';
import { resetPassword, showFailure } from './sign-in';
import { SignInCard } from './sign-in-card';
import { useForm } from './use-form';

/** The page of the link in a reset email: /password-reset/{token}?email=… */
export function PasswordResetScreen() {
  const { token = '' } = useParams();
  const [query] = useSearchParams();
  const email = query.get('email') ?? '';
  const isEmailAsked = email === '';
  const navigate = useNavigate();
  const { form, field, isSending } = useForm({
    initial: { email, password: '', password_confirmation: '' },
    check: (values) => ({ ...(isEmailAsked && forgotErrors(values)), ...resetErrors(values) }),
    send: (values) => resetPassword(token, values),
    onSuccess: ({ message }) => {
      navigate(PATHS.home, { replace: true });
      showToast(message);
    },
    onFailure: showFailure,
  });
  return (
    <SignInCard title="Reset password" text={`Choose a new password for ${isEmailAsked ? 'your account' : email}.`}>
      <form {...form} className={styles.form}>
        {isEmailAsked && (
          <TextInput {...field('email')} label="Email" type="email" autoComplete="username" autoCapitalize="none" />
        )}
        <PasswordInput {...field('password')} label="Password" autoComplete="new-password" />
        <PasswordInput {...field('password_confirmation')} label="Password confirmation" autoComplete="new-password" />
        <Button className={styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
          Reset password
        </Button>
      </form>
    </SignInCard>
  );
}
