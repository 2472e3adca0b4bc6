/** The routes of the shell and of remotes: finds the route of an address, and decides which sessions may open it. */
import type { ReactElement } from 'react';
import type { ShellState } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { RouteManifest } from 'shared-contracts/remote';
import { matchPath } from 'shared-contracts/router';
import type { RemoteRoute } from '../releases/snapshot';
import type { RouteTexts } from '../remotes/route-texts';

export interface ShellRoute
  extends Omit<RouteManifest, 'screen' | 'prefetch' | keyof RouteTexts>,
    Pick<RouteTexts, 'title'>,
    Partial<Pick<RouteTexts, 'search'>> {
  element: ReactElement;
  /** If a remote owns the page: what to load for it. */
  source?: RemoteRoute;
}

export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface RouteMatch {
  route: ShellRoute;
  params: RouteParams;
}

/** @param routes in the order of `bySpecificity` of releases/model/paths */
export function matchRoute(routes: readonly ShellRoute[], pathname: string): RouteMatch | undefined {
  for (const route of routes) {
    const match = matchPath(route.path, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}

export type Admission = 'admitted' | 'sign-in' | 'queues' | 'profile' | 'not-operator';

/**
 * Decides whether a session may open a route, before any code of its remote is requested. A customer's page sends a
 * vendor context to its queue. A vendor's page sends a customer context to My Account, where the switch is. A page of
 * operators is refused to people who run no hall.
 */
export function admission({ guard, audience, role }: ShellRoute, session: ShellState['session']): Admission {
  if (guard === 'signed-in' && !session) return 'sign-in';
  const isVendor = session?.context.type === 'Vendor';
  if (audience === 'customer' && isVendor) return 'queues';
  if (audience === 'vendor' && !isVendor) return session ? 'profile' : 'sign-in';
  if (role === 'operator' && !mayRunHall()) return 'not-operator';
  return 'admitted';
}

/** Reads the stored profile, since a session does not list halls. The profile of an earlier API does not either; then the API decides. */
function mayRunHall(): boolean {
  const venues = readLocal('user')?.venues;
  return venues === undefined || venues.data.length > 0;
}
