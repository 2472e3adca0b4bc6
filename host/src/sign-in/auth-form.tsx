import { Suspense, use, useEffect, useRef, useState } from 'react';
import type { AuthMode } from 'shared-contracts/events';
import { Alert, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { onDemand } from '../first-screen/on-demand';
import { t } from '../words';
import { canStoreSession } from './can-store-session';
import { CodeForm } from './code-form';
import { type CodeRequest, forgetCodeRequest, keepCodeRequest, readCodeRequest } from './code-request';
import { forgetQuestion, keepQuestion, readQuestion } from './factor-question';
import { ForgotPasswordForm } from './forgot-password-form';
import { type AuthFormProps, LoginForm } from './login-form';
import { RegisterForm } from './register-form';
import { isFactorAsked, type SignInAnswer, verifyCode } from './sign-in';
import type { SignInStepProps } from './sign-in-step';

// Few accounts have a second factor.
const loadStep = onDemand(() => import(/* webpackChunkName: "second-factor" */ './sign-in-step'));

function Step(props: SignInStepProps) {
  const { SignInStep } = use(loadStep());
  return <SignInStep {...props} />;
}

const TITLES: Record<AuthMode, () => string> = {
  Login: () => t('Login'),
  Register: () => t('Register'),
  ForgotPassword: () => t('Forgot password'),
};

const TEXTS: Record<AuthMode, () => string> = {
  Login: () => t('Sign in to order and to follow your orders.'),
  Register: () => t('One account for every vendor of every venue.'),
  ForgotPassword: () => t("Enter your email and we'll send you a link to choose a new password."),
};

/** The title of a form, and the sentence below it. */
export const authTitle = (mode: AuthMode): string => TITLES[mode]();
export const authText = (mode: AuthMode): string => TEXTS[mode]();

interface GivenMode extends AuthFormProps {
  mode: AuthMode;
  /** The first value of the email field. */
  email?: string;
}

/**
 * The form of a mode, for the modal and the pages. After a change of the form the focus moves to the new one, since the
 * control that led there is gone.
 */
export function AuthForm({ mode, email: givenEmail = '', onSignedIn, onModeChange }: GivenMode) {
  const [canSignIn] = useState(canStoreSession);
  const [request, setRequest] = useState(readCodeRequest);
  const [question, setQuestion] = useState(readQuestion);
  const [email, setEmail] = useState(givenEmail);
  const isStep = mode === 'Login' && question !== undefined;
  const isCode = mode === 'Login' && request !== undefined;
  const shown = isStep ? 'Step' : isCode ? 'Code' : mode;
  const container = useRef<HTMLDivElement>(null);
  // A visitor who comes back after a reload has the code, so its form takes the focus at once.
  const focused = useRef(isCode ? undefined : shown);
  useEffect(() => {
    if (focused.current !== shown) container.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    focused.current = shown;
  }, [shown]);

  function keep(next: CodeRequest): void {
    keepCodeRequest(next);
    setRequest(next);
  }

  function leaveCode(): void {
    setEmail(request?.email ?? '');
    forgetCodeRequest();
    setRequest(undefined);
  }

  function start(body: SignInAnswer): void {
    forgetCodeRequest();
    setRequest(undefined);
    if (isFactorAsked(body)) {
      keepQuestion(body.second_factor);
      setQuestion(body.second_factor);
      return;
    }
    forgetQuestion();
    onSignedIn(body);
  }

  function leaveStep(): void {
    forgetQuestion();
    setQuestion(undefined);
  }

  function form() {
    if (!canSignIn && mode !== 'ForgotPassword')
      return (
        <Alert>
          {t(
            'This browser does not let the site store anything, so you cannot stay signed in. Allow cookies and site data for this site, then reload the page. You can read every menu without signing in.',
          )}
        </Alert>
      );
    if (isStep)
      return (
        <Suspense fallback={<StepSkeleton />}>
          <Step question={question} onSignedIn={start} onLeave={leaveStep} />
        </Suspense>
      );
    if (isCode)
      return (
        <CodeForm
          request={request}
          onRequest={keep}
          leaveLabel={t('Use another email')}
          onLeave={leaveCode}
          submitLabel={t('Login')}
          send={(digits) => verifyCode(request, digits)}
          onSuccess={start}
        />
      );
    switch (mode) {
      case 'Login':
        return <LoginForm email={email} onCodeSent={keep} onAnswer={start} onModeChange={onModeChange} />;
      case 'Register':
        return <RegisterForm email={email} onSignedIn={start} onModeChange={onModeChange} />;
      case 'ForgotPassword':
        return <ForgotPasswordForm onModeChange={onModeChange} />;
    }
  }

  return <div ref={container}>{form()}</div>;
}

function StepSkeleton() {
  return (
    <Skeleton label={t('Loading…')}>
      <SkeletonBlock width="long" />
      <SkeletonBlock width="half" />
    </Skeleton>
  );
}
