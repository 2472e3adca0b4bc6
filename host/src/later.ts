/** Starts the work that a page leaves until after its first screen. */
import { preloadOnPointer } from './app/preload-on-pointer';
import { takeOverScrolling } from './app/scroll-restoration';
import type { Boot } from './boot';
import { offerDevtools } from './devtools/offer-devtools';
import { afterFirstScreen } from './first-screen/first-screen';
import { forgetOldPrices } from './offline/forget-old-prices';
import { registerWorker } from './offline/register-worker';
import { activateWaiting } from './offline/waiting-worker';
import { type Realtime, startRealtime } from './realtime/realtime';
import { keepUpToDate } from './releases/keep-up-to-date';
import { createLiveCheck } from './releases/live-check';
import { fetchPointer } from './releases/registry-source';
import { watchReleases } from './releases/watch-releases';
import type { ShellRoute } from './routes/shell-route';

export { startDataWriter } from './offline/data-writer';

interface LaterOptions extends Pick<Boot, 'config' | 'remotes' | 'snapshotName' | 'live'> {
  routes: readonly ShellRoute[];
}

/** Expects the shell to be shown. @returns the socket, whose id the page's requests name */
export function startLater({ config, remotes, snapshotName, live, routes }: LaterOptions): Realtime {
  takeOverScrolling();
  forgetOldPrices();
  const realtime = startRealtime();
  offerDevtools(config, remotes);
  preloadOnPointer(routes, remotes);
  void keepUpToDate(config.flags.update_check, { activateWorker: activateWaiting });
  // A development server has no worker, since its files must be fresh.
  // biome-ignore lint/style/noProcessEnv: webpack replaces it with the mode of the build
  if (process.env.NODE_ENV === 'production') {
    const { snapshot, site } = remotes;
    void registerWorker({ snapshot });
    const fetchLivePointer = () => fetchPointer(site, REGISTRY_KEYS, () => config.registry_site);
    const check = { fetchPointer: fetchLivePointer, isVerified: createLiveCheck(live) };
    const watching = { snapshot, snapshotName, host: HOST_VERSION, ...check };
    afterFirstScreen(() => void watchReleases(watching));
  }
  return realtime;
}
