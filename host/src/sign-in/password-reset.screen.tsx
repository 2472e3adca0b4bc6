import { showToast } from 'shared-contracts/events';
import { useNavigate, useParams, useSearchParams } from 'shared-contracts/router';
import { forgotErrors, resetErrors } from 'shared-contracts/rules/forms';
import { Button, PasswordInput, TextInput } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { t } from '../words';
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
    <SignInCard
      title={t('Reset password')}
      text={
        isEmailAsked ? t('Choose a new password for your account.') : t('Choose a new password for {email}.', { email })
      }
    >
      <form {...form} className={styles.form}>
        {isEmailAsked && (
          <TextInput
            {...field('email')}
            label={t('Email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
          />
        )}
        <PasswordInput {...field('password')} label={t('Password')} autoComplete="new-password" />
        <PasswordInput
          {...field('password_confirmation')}
          label={t('Password confirmation')}
          autoComplete="new-password"
        />
        <Button className={styles.submit} variant="primary" size="tall" type="submit" wide busy={isSending}>
          {t('Reset password')}
        </Button>
      </form>
    </SignInCard>
  );
}
