/** The update check of a page: once a load, with the deployment's two switches. */
import type { SiteConfig } from 'shared-contracts/types';
import packageJson from '../../package.json';
import { activateWaiting } from '../offline/waiting-worker';
import { clearBrowserCaches, type Reload, reloadOnceFor } from './reload';
import { checkForUpdate, fetchServedVersion, type UpdateState } from './update-check';

export interface KeepUpToDateOptions {
  reload?: Reload;
  onState?: (state: UpdateState) => void;
}

/** Disabled, it asks for nothing. Out of date, every cache is emptied and the page reloads, once for each version served. */
export async function keepUpToDate(
  { enabled, reload_on_downgrade, directory }: SiteConfig['flags']['update_check'],
  { reload, onState = () => {} }: KeepUpToDateOptions = {},
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
  const isReloading = await reloadOnceFor(`version.${served}`, { before: takeNothingAlong, ...(reload && { reload }) });
  if (!isReloading) console.warn(`Version ${served} is served, and this page stays ${packageJson.version} for now.`);
}

async function takeNothingAlong(): Promise<void> {
  activateWaiting();
  await clearBrowserCaches();
}
