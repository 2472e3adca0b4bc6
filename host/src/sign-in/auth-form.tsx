import { useEffect, useRef } from 'react';
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
  ForgotPassword: "Enter your email and we'll send you a link to choose a new password.",
};

/**
 * The form of a mode, for the modal and the pages. After a change of mode the focus moves to the new form, since the
 * link is gone.
 */
export function AuthForm({ mode, ...props }: AuthFormProps & { mode: AuthMode }) {
  const container = useRef<HTMLDivElement>(null);
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current !== mode) container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    shown.current = mode;
  }, [mode]);
  return <div ref={container}>{formOf(mode, props)}</div>;
}

function formOf(mode: AuthMode, props: AuthFormProps) {
  switch (mode) {
    case 'Login':
      return <LoginForm {...props} />;
    case 'Register':
      return <RegisterForm {...props} />;
    case 'ForgotPassword':
      return <ForgotPasswordForm onModeChange={props.onModeChange} />;
  }
}
