import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'shared-contracts/router';
import { admission } from '../remotes/admission';
import { PATHS } from '../routes/paths';
import { rememberReturnPath } from '../routes/return-path';
import type { ShellRoute } from '../routes/shell-route';
import { notOperatorScreen } from './own-screens';

/** Shows a page to sessions that may open it, and redirects others before any of its code is requested. */
export function GuardedPage({ route }: { route: ShellRoute }) {
  const session = useShell((state) => state.session);
  // If the session ends on this page, use-session-navigation.ts decides where the visitor goes.
  const [wasSignedIn] = useState(session !== null);
  switch (admission(route, session)) {
    case 'sign-in':
      return wasSignedIn ? null : <SendToLogin />;
    case 'queues':
      return <Navigate to={PATHS.queues} replace />;
    case 'profile':
      return <Navigate to={PATHS.account} replace />;
    case 'not-operator':
      // The page opens by itself once the profile says that the user has become an operator.
      return notOperatorScreen(route.title);
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
