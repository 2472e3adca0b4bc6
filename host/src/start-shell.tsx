import 'shared-contracts/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { provideShell } from './app/provide-shell';
import { watchSession } from './app/watch-session';
import type { Boot } from './boot';
import { keepData } from './offline/kept-data';
import { registerWorker } from './offline/register-worker';
import { watchConnection } from './offline/watch-connection';
import { type Realtime, startRealtime } from './realtime/realtime';
import { fetchPointer } from './remotes/registry-source';
import { keepUpToDate } from './updates/keep-up-to-date';
import { watchReleases } from './updates/watch-releases';

/** Provides what remotes build on, then shows the shell inside `element`. */
export function startShell(element: Element, { config, remotes, snapshotName }: Boot): void {
  let realtime: Realtime | undefined;
  provideShell({ config, socketId: () => realtime?.socketId() });
  keepData();
  watchConnection();
  realtime = startRealtime();
  watchSession();
  document.title = config.brand;
  window.history.scrollRestoration = 'manual';
  createRoot(element).render(<App remotes={remotes} />);
  // The content renders meanwhile.
  void keepUpToDate(config.flags.update_check);
  // A development server has no worker, and wants its files fresh.
  if (process.env.NODE_ENV === 'production') {
    afterLoading(() => void registerWorker({ snapshot: remotes.snapshot }));
    const { snapshot, site } = remotes;
    const fetchLivePointer = () => fetchPointer(site, REGISTRY_KEYS);
    afterLoading(
      () => void watchReleases({ snapshot, snapshotName, host: HOST_VERSION, fetchPointer: fetchLivePointer }),
    );
  }
}

/** The first screen's files come first. */
function afterLoading(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}
