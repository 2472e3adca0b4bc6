/** The update check of a page: once a load, with the deployment's two switches. */
import type { SiteConfig } from 'shared-contracts/types';
import packageJson from '../../package.json';
import { clearBrowserCaches } from './browser-caches';
import { type Reload, reloadOnceFor } from './reload';
import { checkForUpdate, fetchServedVersion, type UpdateState } from './update-check';

export interface KeepUpToDateOptions {
  /** Lets the worker that waits take over, so that the page which is loaded is the new one. */
  activateWorker?: () => void;
  reload?: Reload;
  onState?: (state: UpdateState) => void;
}

/** A disabled check requests nothing. If the page is out of date, every cache is emptied and it reloads, once for each version served. */
export async function keepUpToDate(
  { enabled, reload_on_downgrade, directory }: SiteConfig['flags']['update_check'],
  { activateWorker = () => {}, reload, onState = () => {} }: KeepUpToDateOptions = {},
): Promise<void> {
  if (!enabled) return;
  let served = '';
  const state = await checkForUpdate({
    current: packageJson.version,
    reloadOnDowngrade: reload_on_downgrade,
    fetchVersion: () => fetchServedVersion(directory),
    onState: (state, version = '') => {
      served = version;
      onState(state);
    },
  });
  if (state !== 'out-of-date') return;
  const before = async () => {
    activateWorker();
    await clearBrowserCaches();
  };
  const isReloading = await reloadOnceFor(`version.${served}`, { before, ...(reload && { reload }) });
  if (!isReloading) console.warn(`Version ${served} is served, and this page stays ${packageJson.version} for now.`);
}
