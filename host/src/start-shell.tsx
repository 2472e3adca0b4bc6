import 'shared-contracts/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { provideShell } from './app/provide-shell';
import { watchSession } from './app/watch-session';
import type { Boot } from './boot';
import { offerDevtools } from './devtools/offer-devtools';
import { cacheData } from './offline/cached-data';
import { registerWorker } from './offline/register-worker';
import { activateWaiting } from './offline/waiting-worker';
import { watchConnection } from './offline/watch-connection';
import { type Realtime, startRealtime } from './realtime/realtime';
import { keepUpToDate } from './releases/keep-up-to-date';
import { fetchPointer } from './releases/registry-source';
import { watchReleases } from './releases/watch-releases';
import { startReporting } from './reporting/start-reporting';

/** Provides what remotes depend on, then shows the shell inside `element`. */
export function startShell(element: Element, { config, remotes, snapshotName, demote }: Boot): void {
  let realtime: Realtime | undefined;
  provideShell({ config, socketId: () => realtime?.socketId() });
  cacheData();
  watchConnection();
  realtime = startRealtime();
  watchSession();
  document.title = config.brand;
  window.history.scrollRestoration = 'manual';
  const reporting = { remotes, api: config.api, host: HOST_VERSION, demote, afterLoading };
  // In development there is no API for reports and no previous release.
  const shown = process.env.NODE_ENV === 'production' ? startReporting(reporting) : remotes;
  createRoot(element).render(<App remotes={shown} />);
  offerDevtools(config, shown);
  // The content renders during the check.
  void keepUpToDate(config.flags.update_check, { activateWorker: activateWaiting });
  // A development server has no worker, since its files must be fresh.
  if (process.env.NODE_ENV === 'production') {
    afterLoading(() => void registerWorker({ snapshot: remotes.snapshot }));
    const { snapshot, site } = remotes;
    const fetchLivePointer = () => fetchPointer(site, REGISTRY_KEYS);
    afterLoading(
      () => void watchReleases({ snapshot, snapshotName, host: HOST_VERSION, fetchPointer: fetchLivePointer }),
    );
  }
}

/** The first screen's files have priority. */
function afterLoading(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}
