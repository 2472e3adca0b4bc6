import type { AuthMode } from 'shared-contracts/events';
import { ForgotPasswordForm } from './forgot-password-form';
import { type AuthFormProps, LoginForm } from './login-form';
import { RegisterForm } from './register-form';

export const AUTH_TITLES: Record<AuthMode, string> = {
  Login: 'Login',
  Register: 'Register',
  ForgotPassword: 'Forgot password',
};

export const AUTH_TEXTS: Record<AuthMode, string> = {
  Login: 'Sign in to order and to follow your orders.',
  Register: 'One account for every vendor of every venue.',
  ForgotPassword: 'Enter your email and we send you a link to choose a new password.',
};

/** The form of a mode; the modal and the pages show the same ones. */
export function AuthForm({ mode, ...props }: AuthFormProps & { mode: AuthMode }) {
  if (mode === 'Register') return <RegisterForm {...props} />;
  if (mode === 'ForgotPassword') return <ForgotPasswordForm onModeChange={props.onModeChange} />;
  return <LoginForm {...props} />;
}
