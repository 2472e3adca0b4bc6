/**
 * Loads remotes. Loading never rejects: a remote is ready, or it failed for a reason that names it, and whoever asked
 * shows that in its own place. A failure is not remembered, so asking again tries again.
 */
import { type ModuleFederation, satisfy } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import type { RemoteDefinition } from 'shared-contracts/remote';
import { createAssets } from './assets';
import { preloadFiles } from './preload';
import type { RemoteRelease, Snapshot } from './registry';

export type FailureReason =
  /** No remote of this name is in the snapshot, or it has no such screen or slot. */
  | 'unknown'
  /** Built for another contract or package version than this shell provides; nothing of it was requested. */
  | 'incompatible'
  /** A file did not arrive, arrived too late, or had other bytes than were released. */
  | 'unreachable'
  /** It arrived and does not work. */
  | 'broken';

export interface Failed {
  status: 'failed';
  reason: FailureReason;
  /** For developers and logs; visitors get the screen's own words. */
  error: Error;
}

export type LoadedRemote = { status: 'ready'; definition: RemoteDefinition } | Failed;
export type LoadedComponent = { status: 'ready'; Component: ComponentType } | Failed;

export interface Loader {
  loadRemote(name: string): Promise<LoadedRemote>;
  loadScreen(remote: string, screen: string): Promise<LoadedComponent>;
  loadSlot(remote: string, module: string): Promise<LoadedComponent>;
}

export interface LoaderOptions {
  snapshot: Snapshot;
  /** The shell's federation instance. */
  federation: ModuleFederation;
  /** Origin that serves the parts; the page's own unless another site embeds a remote. */
  site?: string;
  /** What the running shell provides: contract version, and versions of packages. */
  contract: string;
  packages: Readonly<Record<string, string>>;
  /** 'Loading chunk {id} failed.', twice: the page may be older than what is served. A slot's loss is its own place's. */
  onScreenLost?: ((screen: string) => void) | undefined;
}

const ENTRY_TIMEOUT_MS = 10_000;

function failed(reason: FailureReason, message: string, cause?: unknown): Failed {
  return { status: 'failed', reason, error: new Error(message, { cause }) };
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

/** 'Loading chunk {id} failed.' is what webpack says of a script; of a style it has a code. */
function isLostChunk(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.name === 'ChunkLoadError' || (cause as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED';
}

/** Webpack and the federation runtime mark a file that did not come; everything else is the remote's own fault. */
function reasonOf(cause: unknown): FailureReason {
  const isMissingFile = isLostChunk(cause) || /ScriptNetworkError/.test(messageOf(cause));
  return isMissingFile ? 'unreachable' : 'broken';
}

export function createLoader({
  snapshot,
  federation,
  site = window.location.origin,
  contract,
  packages,
  onScreenLost,
}: LoaderOptions): Loader {
  const assets = createAssets(snapshot, site);
  window.foodhallAsset = assets.assetOf;
  federation.registerPlugins([
    {
      name: 'foodhall-entries',
      createScript({ url }) {
        const asset = assets.assetOf(url);
        const script = document.createElement('script');
        script.src = asset?.url ?? url;
        script.async = true;
        script.fetchPriority = 'high';
        if (asset?.integrity) {
          script.crossOrigin = 'anonymous';
          script.integrity = asset.integrity;
        }
        return { script, timeout: ENTRY_TIMEOUT_MS };
      },
    },
  ]);

  const registered = new Set<string>();
  const remotes = new Map<string, Promise<LoadedRemote>>();
  const preloaded = new Set<string>();

  function incompatibility(name: string, release: RemoteRelease): string | undefined {
    if (!satisfy(contract, release.contract)) {
      return `Remote '${name}' needs contract ${release.contract}; this shell provides ${contract}. Rebuild ${name} or roll it back.`;
    }
    for (const [dependency, range] of Object.entries(release.packages)) {
      const provided = packages[dependency];
      if (provided && !satisfy(provided, range)) {
        return `Remote '${name}' needs ${dependency} ${range}; this shell provides ${provided}. Rebuild ${name} or roll it back.`;
      }
    }
    return undefined;
  }

  /** A chunk that did not come is asked for once more, at another address, before anybody hears of it. */
  async function twice<T>(name: string, load: () => Promise<T>): Promise<T> {
    try {
      return await load();
    } catch (cause) {
      if (!isLostChunk(cause)) throw cause;
      assets.renew(name);
      return await load();
    }
  }

  async function request(name: string, release: RemoteRelease): Promise<LoadedRemote> {
    try {
      if (!registered.has(name)) {
        const entry = new URL(release.path + release.entry, site).href;
        federation.registerRemotes([{ name, entry, entryGlobalName: `${name}@${release.version}` }]);
        registered.add(name);
      }
      const module = await twice(name, () => federation.loadRemote<{ default?: RemoteDefinition }>(`${name}/remote`));
      const definition = module?.default;
      if (!definition?.screens) {
        return failed(
          'broken',
          `Remote '${name}' ${release.version} exposes no definition. Its remote.ts must export defineRemote({…}) as default.`,
        );
      }
      return { status: 'ready', definition };
    } catch (cause) {
      return failed(
        reasonOf(cause),
        `Remote '${name}' ${release.version} could not be loaded: ${messageOf(cause)}`,
        cause,
      );
    }
  }

  async function loadRemote(name: string, module?: string): Promise<LoadedRemote> {
    const release = snapshot.remotes[name];
    if (!release) return failed('unknown', `No remote '${name}' is released. Release it, or take its links away.`);
    const mismatch = incompatibility(name, release);
    if (mismatch) return failed('incompatible', mismatch);
    if (module && !preloaded.has(`${name}/${module}`)) preloadFiles(release, module, site);
    preloaded.add(`${name}/${module}`);
    const running = remotes.get(name) ?? request(name, release);
    remotes.set(name, running);
    const result = await running;
    if (result.status === 'failed' && remotes.get(name) === running) {
      remotes.delete(name);
      assets.renew(name);
    }
    return result;
  }

  async function loadComponent(
    remote: string,
    kind: 'screen' | 'slot',
    id: string,
    pick: (definition: RemoteDefinition) => (() => Promise<ComponentType>) | undefined,
  ): Promise<LoadedComponent> {
    const loaded = await loadRemote(remote, id);
    if (loaded.status === 'failed') return loaded;
    const load = pick(loaded.definition);
    if (!load) return failed('unknown', `Remote '${remote}' has no ${kind} '${id}'. Its remote.json names one.`);
    try {
      const Component = await twice(remote, load);
      if (Component) return { status: 'ready', Component };
      const wanted = kind === 'screen' ? 'Screen' : 'Slot';
      return failed('broken', `The ${kind} '${id}' of remote '${remote}' exports no component named ${wanted}.`);
    } catch (cause) {
      assets.renew(remote);
      if (kind === 'screen' && isLostChunk(cause)) onScreenLost?.(`${remote}/${id}`);
      return failed(
        reasonOf(cause),
        `The ${kind} '${id}' of remote '${remote}' could not be loaded: ${messageOf(cause)}`,
        cause,
      );
    }
  }

  return {
    loadRemote: (name) => loadRemote(name),
    loadScreen: (remote, screen) =>
      loadComponent(remote, 'screen', screen, ({ screens }) => {
        const load = screens[screen];
        return load && (async () => (await load()).Screen);
      }),
    loadSlot: (remote, module) =>
      loadComponent(remote, 'slot', module, ({ slots }) => {
        const load = slots?.[module];
        return load && (async () => (await load()).Slot);
      }),
  };
}
