import { mismatchesOf } from 'releases/model/compatibility';
import { shellState } from 'shared-contracts/events';
import type { RemoteRoute } from '../releases/snapshot';
import { admission } from '../remotes/admission';
import { prefetchData } from '../remotes/prefetch';
import { preloadFiles } from '../remotes/preload';
import type { Remotes } from '../remotes/remotes-context';
import { matchRoute, type RouteParams, type ShellRoute } from '../routes/shell-route';

/**
 * Requests the files and the data of the address before anything is rendered. The server's page has preloads for the
 * files, but the worker's cached page has none. No file of an incompatible release is requested.
 * @returns the page's route, if it is a remote's that the session may open
 */
export function preloadFirst(
  routes: readonly ShellRoute[],
  { snapshot, site }: Pick<Remotes, 'snapshot' | 'site'>,
): RemoteRoute | undefined {
  const match = matchAdmitted(routes, window.location.pathname);
  if (!match) return undefined;
  const { remote, screen } = match.source;
  const release = snapshot.remotes[remote];
  if (release && mismatchesOf(remote, release, PROVIDED, snapshot.verdicts).length === 0) {
    preloadFiles(release, screen, site);
  }
  prefetchData(match.source, match.params);
  return match.source;
}

/** The remote's page at a path, if the session may open it. */
export function matchAdmitted(
  routes: readonly ShellRoute[],
  pathname: string,
): { source: RemoteRoute; params: RouteParams } | undefined {
  const match = matchRoute(routes, pathname);
  if (!match?.route.source || admission(match.route, shellState().session) !== 'admitted') return undefined;
  return { source: match.route.source, params: match.params };
}
