import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'shared-contracts/router';
import { PATHS } from '../routes/paths';
import { rememberReturnPath } from '../routes/return-path';
import { admission, type ShellRoute } from '../routes/shell-route';

/** A page for those whom it is for; anybody else is taken elsewhere before any of its code is asked for. */
export function GuardedPage({ route }: { route: ShellRoute }) {
  const session = useShell((state) => state.session);
  // Whoever loses the session here is taken away by what ended it (use-session-navigation.ts), not asked to sign in.
  const [wasSignedIn] = useState(session !== null);
  switch (admission(route, session)) {
    case 'sign-in':
      return wasSignedIn ? null : <SendToLogin />;
    case 'queues':
      return <Navigate to={PATHS.queues} replace />;
    case 'profile':
      return <Navigate to={PATHS.account} replace />;
    default:
      return (
        <Routes>
          <Route path={route.path} element={route.element} />
        </Routes>
      );
  }
}

function SendToLogin() {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    rememberReturnPath(location);
    navigate(PATHS.login, { replace: true });
  }, [location, navigate]);
  return null;
}
