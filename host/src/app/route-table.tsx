/** Every page of the product: the shell's own, those of the remotes, and, where no remote has one yet, what is coming. */
import { shapeOf } from 'registry/paths';
import { Navigate } from 'shared-contracts/router';
import { AccountScreen } from '../account/account.screen';
import { type RemoteRoute, routesOf, type Snapshot } from '../remotes/registry';
import { RemoteScreen } from '../remotes/remote-screen';
import { PasswordResetScreen } from '../sign-in/password-reset.screen';
import { SignInScreen } from '../sign-in/sign-in.screen';
import { PlannedScreen } from './planned.screen';
import { bySpecificity, type ShellRoute } from './shell-route';

const OWN_ROUTES: readonly ShellRoute[] = [
  page('/login', 'Login', { element: <SignInScreen mode="Login" /> }),
  page('/register', 'Register', { element: <SignInScreen mode="Register" /> }),
  page('/forgot-password', 'Forgot password', { element: <SignInScreen mode="ForgotPassword" /> }),
  page('/password-reset/:token', 'Reset password', { element: <PasswordResetScreen /> }),
  page('/profile', 'My Account', { guard: 'signed-in', isRoot: true, element: <AccountScreen /> }),
  page('/venues/:venueId/profile', 'My Account', { guard: 'signed-in', isRoot: true, element: <AccountScreen /> }),
  // A vendor list without its venue.
  page('/venues/vendors', 'Venues', { element: <Navigate to="/venues" replace /> }),
  page('/venuesa/vendors', 'Venues', { element: <Navigate to="/venues" replace /> }),
];

/** The product's whole route table; a remote that claims one of these paths takes it over. */
const PLANNED_ROUTES: readonly ShellRoute[] = [
  planned('/', 'Venues', 'customer'),
  planned('/venues', 'Venues', 'customer'),
  ...['/venues', '/venuesa'].flatMap((root) => [
    planned(`${root}/:venueId/vendors`, 'Vendors', 'anyone'),
    planned(`${root}/:venueId/vendors/location/:location`, 'Vendors', 'anyone'),
    planned(`${root}/:venueId/vendors/:vendorId`, 'Menu', 'anyone'),
    planned(`${root}/:venueId/vendors/:vendorId/items/:itemId`, 'Item', 'anyone'),
  ]),
  planned('/venues/:marketId/carts', 'Cart', 'customer', 'signed-in'),
  planned('/venues/:venueId/cart', 'Cart', 'customer', 'signed-in'),
  planned('/venues/:venueId/cart/:location', 'Cart', 'customer', 'signed-in'),
  planned('/carts/:cartId', 'Cart', 'customer', 'signed-in'),
  planned('/stitch/return', 'Payment', 'anyone', 'signed-in'),
  planned('/queues', 'Orders', 'anyone', 'signed-in'),
  planned('/venues/:venueId/queues', 'Orders', 'anyone', 'signed-in'),
  planned('/order', 'Order', 'anyone', 'signed-in'),
  planned('/order/print', 'Receipt', 'anyone', 'signed-in'),
  planned('/your-items/:vendorId', 'Items', 'vendor', 'signed-in'),
  planned('/vendor/:vendorId/items/:itemId', 'Edit Item', 'vendor', 'signed-in'),
];

/** All routes, in the order in which they are asked. What a snapshot gets wrong is logged, and the rest works. */
export function assembleRoutes(snapshot: Snapshot): ShellRoute[] {
  const { routes, problems } = routesOf(snapshot);
  const own = new Set(OWN_ROUTES.map(({ path }) => shapeOf(path)));
  const isOwn = ({ path }: { path: string }) => own.has(shapeOf(path));
  const taken = routes
    .filter(isOwn)
    .map(({ remote, path }) => `Remote '${remote}' claims ${path}, which is the shell's own page.`);
  for (const problem of [...problems, ...taken]) console.error(problem);

  const ofRemotes = routes.filter((route) => !isOwn(route)).map(shellRouteOf);
  const claimed = new Set(ofRemotes.map(({ path }) => shapeOf(path)));
  const coming = PLANNED_ROUTES.filter(({ path }) => !claimed.has(shapeOf(path)));
  return [...OWN_ROUTES, ...ofRemotes, ...coming].sort(bySpecificity);
}

function shellRouteOf(route: RemoteRoute): ShellRoute {
  return { ...route, element: <RemoteScreen route={route} />, source: route };
}

function page(path: string, title: string, rest: Pick<ShellRoute, 'element'> & Partial<ShellRoute>): ShellRoute {
  return { path, title, guard: 'public', audience: 'anyone', ...rest };
}

function planned(
  path: string,
  title: string,
  audience: ShellRoute['audience'],
  guard: ShellRoute['guard'] = 'public',
): ShellRoute {
  return { path, title, guard, audience, element: <PlannedScreen title={title} /> };
}
