/** The routes of the shell and of remotes, and how the route of an address is found. */
import type { ReactElement } from 'react';
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
