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

/** The form of a mode; the modal and the pages show the same ones. The link that led to another form goes with its own. */
export function AuthForm({ mode, ...props }: AuthFormProps & { mode: AuthMode }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current !== mode) place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    shown.current = mode;
  }, [mode]);
  return <div ref={place}>{formOf(mode, props)}</div>;
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
