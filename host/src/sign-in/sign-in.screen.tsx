import { useEffect, useState } from 'react';
import { type AuthMode, useShell } from 'shared-contracts/events';
import { Navigate, useNavigate } from 'shared-contracts/router';
import { startSession } from 'shared-contracts/session';
import type { SignedIn } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { forgetReturnPath, rememberedReturnPath } from '../routes/return-path';
import { useRouteTable } from '../routes/routes-context';
import { matchRoute } from '../routes/shell-route';
import { t } from '../words';
import { AuthForm, authText, authTitle } from './auth-form';
import styles from './form.module.css';
import { takeIdleEnd } from './idle-end';
import { startingContext, startPath } from './sign-in';
import { SignInCard } from './sign-in-card';

const PATH_OF: Record<AuthMode, string> = {
  Login: PATHS.login,
  Register: PATHS.register,
  ForgotPassword: PATHS.forgotPassword,
};

/** The forms as pages: /login, /register, /forgot-password. A signed-in visitor, also of another tab, moves on. */
export function SignInScreen({ mode }: { mode: AuthMode }) {
  const session = useShell((state) => state.session);
  const routes = useRouteTable();
  const navigate = useNavigate();
  const [isAfterIdle] = useState(takeIdleEnd);
  if (session) return <MoveOn session={session} />;

  const start = (body: SignedIn) => {
    const path = rememberedReturnPath();
    const destination =
      path === undefined ? undefined : matchRoute(routes, new URL(path, window.location.origin).pathname);
    startSession(body, startingContext(body.data, destination));
  };
  return (
    <SignInCard title={authTitle(mode)} text={authText(mode)}>
      {isAfterIdle && (
        <Alert tone="info" className={styles.note}>
          {t('You were signed out after 12 hours without use. Log in to go on where you were.')}
        </Alert>
      )}
      <AuthForm mode={mode} onSignedIn={start} onModeChange={(next) => navigate(PATH_OF[next], { replace: true })} />
    </SignInCard>
  );
}

function MoveOn({ session }: { session: Parameters<typeof startPath>[0] }) {
  const venue = useShell((state) => state.venue);
  const [path] = useState(() => rememberedReturnPath() ?? startPath(session, venue));
  useEffect(forgetReturnPath, []);
  return <Navigate to={path} replace />;
}
