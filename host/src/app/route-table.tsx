/** Every page: the shell's own, and those that the remotes of the snapshot claim. */
import { bySpecificity, shapeOf } from 'releases/model/paths';
import { Navigate } from 'shared-contracts/router';
import { type RemoteRoute, routesOf, type Snapshot } from '../releases/snapshot';
import { RemoteScreen } from '../remotes/remote-screen';
import { textsOf } from '../remotes/route-texts';
import { PATHS } from '../routes/paths';
import type { ShellRoute } from '../routes/shell-route';
import { t } from '../words';
import { ErrorScreen } from './error.screen';
import {
  accessibilityScreen,
  accountScreen,
  invitationScreen,
  passwordResetScreen,
  setupScreen,
  signInScreen,
  tableScreen,
} from './own-screens';

const OWN_ROUTES: readonly ShellRoute[] = [
  page('/login', () => t('Login'), { element: signInScreen('Login') }),
  page('/register', () => t('Register'), { element: signInScreen('Register') }),
  page('/forgot-password', () => t('Forgot password'), { element: signInScreen('ForgotPassword') }),
  page('/password-reset/:token', () => t('Reset password'), { element: passwordResetScreen }),
  page('/setup', () => t('Set up'), { element: setupScreen }),
  page('/invitations/:token', () => t('Your invitation'), { element: invitationScreen }),
  page('/t/:code', () => t('Your table'), { element: tableScreen }),
  page('/accessibility', () => t('Accessibility'), { element: accessibilityScreen }),
  page('/profile', () => t('My Account'), { guard: 'signed-in', isRoot: true, element: accountScreen }),
  page('/venues/:venueId/profile', () => t('My Account'), { guard: 'signed-in', isRoot: true, element: accountScreen }),
  // These are addresses of a vendor list without a venue. The specification has every address of a venue under /venuesa too.
  page('/venues/vendors', () => t('Venues'), { element: <Navigate to={PATHS.venues} replace /> }),
  page('/venuesa/vendors', () => t('Venues'), { element: <Navigate to={PATHS.venues} replace /> }),
];

/** All routes, in the order in which they are matched. Mistakes of a snapshot are logged, and the rest works. */
export function assembleRoutes(snapshot: Snapshot): ShellRoute[] {
  const { routes, contested, problems } = routesOf(snapshot);
  const own = new Set(OWN_ROUTES.map(({ path }) => shapeOf(path)));
  const isOwn = ({ path }: { path: string }) => own.has(shapeOf(path));
  const claimsOfOwn = routes
    .filter(isOwn)
    .map(({ remote, path }) => `Remote '${remote}' claims ${path}, which is the shell's own page.`);
  for (const problem of [...problems, ...claimsOfOwn]) console.error(problem);
  return [
    ...OWN_ROUTES,
    ...routes.filter((route) => !isOwn(route)).map((route) => shellRouteOf(route, snapshot)),
    ...contested.filter((route) => !isOwn(route)).map((route) => contestedRouteOf(route, snapshot)),
  ].sort(bySpecificity);
}

function shellRouteOf(route: RemoteRoute, { remotes }: Snapshot): ShellRoute {
  return { ...route, ...textsOf(route, remotes[route.remote]), element: <RemoteScreen route={route} />, source: route };
}

/**
 * Several remotes claim the path. It exists and its screen cannot be shown, so the page is a failure rather than Not Found. A reload may
 * bring a snapshot without the conflict.
 */
function contestedRouteOf(route: RemoteRoute, { remotes }: Snapshot): ShellRoute {
  return page(route.path, textsOf(route, remotes[route.remote]).title, {
    element: <ErrorScreen onRetry={() => window.location.reload()} />,
  });
}

function page(path: string, title: () => string, rest: Pick<ShellRoute, 'element'> & Partial<ShellRoute>): ShellRoute {
  return { path, title, guard: 'public', audience: 'anyone', ...rest };
}
