import { useEffect, useState } from 'react';
import { type AuthMode, useShell } from 'shared-contracts/events';
import { Navigate, useNavigate } from 'shared-contracts/router';
import { startSession } from 'shared-contracts/session';
import type { SignedIn } from 'shared-contracts/types';
import { forgetPlace, rememberedPlace } from '../app/redirect-url';
import { useRouteTable } from '../app/routes-context';
import { matchRoute } from '../app/shell-route';
import { AUTH_TEXTS, AUTH_TITLES, AuthForm } from './auth-form';
import { homeOf, startingContext } from './sign-in';
import { SignInCard } from './sign-in-card';

const PATHS: Record<AuthMode, string> = {
  Login: '/login',
  Register: '/register',
  ForgotPassword: '/forgot-password',
};

/** The forms as pages: /login, /register, /forgot-password. Whoever is signed in, here or in another tab, moves on. */
export function SignInScreen({ mode }: { mode: AuthMode }) {
  const session = useShell((state) => state.session);
  const routes = useRouteTable();
  const navigate = useNavigate();
  if (session) return <MoveOn session={session} />;

  const start = (answer: SignedIn) => {
    const place = rememberedPlace();
    const destination =
      place === undefined ? undefined : matchRoute(routes, new URL(place, window.location.origin).pathname);
    startSession(answer, startingContext(answer.data, destination));
  };
  return (
    <SignInCard title={AUTH_TITLES[mode]} text={AUTH_TEXTS[mode]}>
      <AuthForm mode={mode} onSignedIn={start} onModeChange={(next) => navigate(PATHS[next], { replace: true })} />
    </SignInCard>
  );
}

function MoveOn({ session }: { session: Parameters<typeof homeOf>[0] }) {
  const venue = useShell((state) => state.venue);
  const [destination] = useState(() => rememberedPlace() ?? homeOf(session, venue));
  useEffect(forgetPlace, []);
  return <Navigate to={destination} replace />;
}
