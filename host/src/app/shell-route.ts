/** A page's route as the shell sees it, whoever owns the page; and which of them an address means. */
import type { ReactElement } from 'react';
import type { ShellState } from 'shared-contracts/events';
import type { RouteManifest } from 'shared-contracts/remote';
import { matchPath } from 'shared-contracts/router';
import type { RemoteRoute } from '../remotes/registry';

export interface ShellRoute extends Omit<RouteManifest, 'screen' | 'prefetch'> {
  element: ReactElement;
  /** Where a remote owns the page: what to load for it. */
  source?: RemoteRoute;
}

export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface RouteMatch {
  route: ShellRoute;
  params: RouteParams;
}

const isParameter = (segment: string | undefined) => segment?.startsWith(':') === true;

/** Words before parameters, read from the left: '/venues/:id/vendors/location/:x' is asked before '/venues/:id/vendors/:v/…'. */
export function bySpecificity({ path: a }: { path: string }, { path: b }: { path: string }): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const differing = left.findIndex((segment, index) => isParameter(segment) !== isParameter(right[index]));
  return differing === -1 ? 0 : Number(isParameter(left[differing])) - Number(isParameter(right[differing]));
}

/** @param routes in the order of `bySpecificity` */
export function matchRoute(routes: readonly ShellRoute[], pathname: string): RouteMatch | undefined {
  for (const route of routes) {
    const match = matchPath(route.path, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}

export type Admission = 'admitted' | 'sign-in' | 'queues' | 'profile';

/**
 * Who may open a route, decided before any code of its remote is asked for. A vendor context is sent to its queue from
 * a customer's page; someone who acts as a customer is sent to My Account, where the switch is, from a vendor's.
 */
export function admission({ guard, audience }: ShellRoute, session: ShellState['session']): Admission {
  if (guard === 'signed-in' && !session) return 'sign-in';
  const isVendor = session?.context.type === 'Vendor';
  if (audience === 'customer' && isVendor) return 'queues';
  if (audience === 'vendor' && !isVendor) return session ? 'profile' : 'sign-in';
  return 'admitted';
}
