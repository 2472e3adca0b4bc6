import 'shared-contracts/ui/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { preloadFirst } from './app/preload-first';
import { provideShell } from './app/provide-shell';
import { assembleRoutes } from './app/route-table';
import { activateKnownVenue } from './app/use-active-venue';
import { watchSession } from './app/watch-session';
import type { Boot } from './boot';
import { hasReleaseBadges, loadNotices } from './chrome/notices-later';
import { afterFirstScreen } from './first-screen/first-screen';
import { handOver, takeKnownData, takeOverHead } from './first-screen/hand-over';
import { nextTask } from './first-screen/next-task';
import { onDemand } from './first-screen/on-demand';
import { watchInstallPrompt } from './install/install-prompt';
import { cacheData } from './offline/cached-data';
import { watchConnection } from './offline/watch-connection';
import type { Realtime } from './realtime/realtime';
import { prepareScreen } from './remotes/remote-screen';
import { startReporting } from './reporting/start-reporting';
import { matchRoute } from './routes/shell-route';

const loadLater = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ './later'));
type Later = Awaited<ReturnType<typeof loadLater>>;
/** How long until code that failed to load is requested again. */
const RETRY_MS = 15_000;

/** Without this code a page has no socket, so it is requested until it arrives. */
function withLater(start: (later: Later) => void): void {
  loadLater().then(start, (error: unknown) => {
    console.warn('What follows the first screen could not be loaded', error);
    setTimeout(() => withLater(start), RETRY_MS);
  });
}

/** Provides what remotes depend on, then shows the shell inside `element`. */
export async function startShell(
  element: Element,
  { config, remotes, snapshotName, live, demote }: Boot,
): Promise<void> {
  let realtime: Realtime | undefined;
  provideShell({ config, socketId: () => realtime?.socketId() });
  const later = new Promise<Later>((resolve) => afterFirstScreen(() => withLater(resolve)));
  cacheData(later.then(({ startDataWriter }) => startDataWriter));
  takeKnownData();
  watchConnection();
  const routes = assembleRoutes(remotes.snapshot);
  activateKnownVenue(matchRoute(routes, window.location.pathname));
  const landing = preloadFirst(routes, remotes);
  watchSession();
  watchInstallPrompt();
  await nextTask();
  takeOverHead(config.brand);
  const reporting = { remotes, api: config.api, host: HOST_VERSION, demote };
  // In development there is no API for reports and no previous release.
  // biome-ignore lint/style/noProcessEnv: webpack replaces it with the mode of the build
  const shown = process.env.NODE_ENV === 'production' ? startReporting(reporting) : remotes;
  handOver(element);
  await Promise.all([
    landing && prepareScreen(shown.loader, landing),
    // The badges are above the page and would move it later.
    hasReleaseBadges(remotes) && loadNotices().catch(() => {}),
  ]);
  await nextTask();
  // This is a transition, so that React renders in slices, between which the browser paints and responds.
  startTransition(() => createRoot(element).render(<App remotes={shown} routes={routes} />));

  void later.then(({ startLater }) => {
    realtime = startLater({ config, remotes: shown, snapshotName, live, routes });
  });
}
