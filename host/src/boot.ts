/**
 * Prepares what the page needs before it shows anything: the configuration, the snapshot, and a loader for the snapshot's
 * remotes. The server's page contains configuration and snapshot; a static host has them as files.
 */
import { getInstance } from '@module-federation/runtime';
import { provideSite } from 'shared-contracts/site';
import type { SiteConfig } from 'shared-contracts/types';
import { faultInjection } from './devtools/fault-injection';
import { loadWords } from './load-words';
import { takeChannelFromAddress } from './releases/channel';
import { chooseReleases } from './releases/choose';
import { cohortOf } from './releases/cohort';
import { demote } from './releases/demote';
import { reloadForLostScreens } from './releases/lost-screen';
import { askWorkerForPage } from './releases/next-release';
import { openInstead, openVerified } from './releases/open-verified';
import type { Overridden } from './releases/overrides';
import { newestTime, openRegistry, readInlinedSnapshot } from './releases/registry-source';
import type { RegistrySnapshot, Snapshot } from './releases/snapshot';
import type { LiveOptions } from './releases/verify-live';
import { createAssets } from './remotes/assets';
import { createLoader } from './remotes/loader';
import type { Remotes } from './remotes/remotes-context';

export interface Boot {
  config: SiteConfig;
  remotes: Remotes;
  /** Name of the snapshot that this page was opened with. */
  snapshotName: string;
  /** Returns the options for a verification of the live release at this moment. */
  live: () => LiveOptions;
  /** Gives the visitor's next page another release of the remote. @returns its version; undefined if there is none */
  demote: (remote: string) => string | undefined;
}

function readInlinedConfig(): SiteConfig | undefined {
  const text = document.getElementById('config')?.textContent?.trim();
  return text ? (JSON.parse(text) as SiteConfig) : undefined;
}

async function fetchConfig(site: string): Promise<SiteConfig> {
  const response = await fetch(new URL('/config.json', site), { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`config.json responded with ${response.status}.`);
  return (await response.json()) as SiteConfig;
}

/**
 * Few pages have overrides; the others never request this code. A worker's cached page may be older than the overrides that this
 * browser was granted, so the server's page, which lists the current ones, replaces it.
 */
async function override(snapshot: Snapshot, config: SiteConfig): Promise<Overridden> {
  const isAsked = new URLSearchParams(window.location.search).has('remote');
  if (!config.override_origins && !config.overrides && !isAsked) return { snapshot, applied: {}, missing: {} };
  const { takeOverrides, withOverrides } = await import('./releases/overrides');
  const { overrides, waiting, isRefused } = takeOverrides(config);
  if (isRefused && (await askWorkerForPage())) {
    window.location.reload();
    // This promise never settles, since the page reloads.
    return await new Promise(() => {});
  }
  return { ...(await withOverrides(snapshot, overrides)), waiting };
}

const liveOptions =
  (site: string, { registry_grace_hours = 24 }: SiteConfig, { root }: Pick<RegistrySnapshot, 'root'>) =>
  (): LiveOptions => ({
    site,
    registryKey: REGISTRY_KEYS[0],
    root,
    graceHours: registry_grace_hours,
    notBefore: newestTime(site, REGISTRY_KEYS),
  });

/**
 * Rejects if the configuration or the registry cannot be read, or is not what was released.
 * @param site the origin that serves the apps; another site that embeds a remote passes Foodhall's origin
 */
export async function boot(site = window.location.origin): Promise<Boot> {
  const isOwnPage = site === window.location.origin;
  if (isOwnPage) takeChannelFromAddress();
  // This comes before the registry is known: the code that verifies the registry may be a separate file, which is loaded through this.
  window.foodhallAsset = createAssets({ remotes: {} }, site).assetOf;
  const words = loadWords();
  const configured = Promise.resolve((isOwnPage && readInlinedConfig()) || fetchConfig(site));
  const nameOf = () => configured.then(({ registry_site }) => registry_site);
  const [config, signed] = await Promise.all([
    configured,
    openRegistry(isOwnPage ? readInlinedSnapshot() : undefined, site, REGISTRY_KEYS, nameOf).catch(
      async (refusal: unknown) => openInstead(refusal, liveOptions(site, await configured, {})()),
    ),
  ]);
  const live = liveOptions(site, config, signed.registry);
  const { name: snapshotName, registry } = await openVerified(signed, live());
  // A page of another site has none of Foodhall's cookies, so its visitor is in no channel and no rollout.
  const cohort = isOwnPage ? cohortOf(registry, config.channel) : {};
  const chosen = await chooseReleases(registry, { cohort, provides: PROVIDED, site });
  const { snapshot, ...overridden } = isOwnPage
    ? await override(chosen, config)
    : { snapshot: chosen, applied: {}, missing: {} };
  const federation = getInstance();
  if (!federation) throw new Error('Build the shell with webpack.shared.js.');
  provideSite(config);
  await words;
  const loader = createLoader({
    snapshot,
    federation,
    site,
    provides: PROVIDED,
    // A page of another site is not reloaded.
    onScreenLost: isOwnPage ? reloadForLostScreens() : undefined,
    injectFault: isOwnPage ? faultInjection(config, overridden.applied) : undefined,
  });
  return {
    config,
    remotes: { loader, snapshot, site, overridden },
    snapshotName,
    live,
    demote: (remote) => demote(remote, { registry, snapshot, provides: PROVIDED, channel: config.channel }),
  };
}
