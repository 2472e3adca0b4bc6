/** Requests the entries of remotes, through the federation runtime. */
import type { ModuleFederation } from '@module-federation/runtime';
import { describeMismatch, mismatchesOf, type Provided } from 'releases/model/compatibility';
import type { RemoteRelease } from 'releases/model/schemas';
import type { AnyRemoteDefinition } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';
import type { Assets } from './assets';
import { type Failed, failed, failedRequest, messageOf, reasonOf } from './failure';
import { hasOtherBytes } from './integrity-mismatch';
import { preloadFiles } from './preload';
import type { Retries } from './retry';

export type LoadedRemote = { status: 'ready'; definition: AnyRemoteDefinition } | Failed;

export interface EntryRequests {
  /** @param module a screen or slot that is about to be shown: its files are preloaded beside the entry */
  load(remote: string, module?: string): Promise<LoadedRemote>;
  /** Describes a file of the remote that did not arrive, for the report. */
  describeLoss(remote: string, what: string, cause: unknown): Promise<Failed>;
  /** The next `load` requests the entry again. */
  forget(remote: string): void;
}

export interface EntryRequestOptions {
  snapshot: Pick<Snapshot, 'remotes' | 'verdicts'>;
  federation: ModuleFederation;
  /** The origin that serves the remotes' files. */
  site: string;
  /** The offer of the running shell. */
  provides: Provided;
  assets: Assets;
  retries: Retries;
}

/** Longer than a boundary waits, because a boundary may wait for a file that another one requested before it. */
const ENTRY_TIMEOUT_MS = 30_000;

export function createEntryRequests({
  snapshot,
  federation,
  site,
  provides,
  assets,
  retries,
}: EntryRequestOptions): EntryRequests {
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
  const loaded = new Map<string, Promise<LoadedRemote>>();
  const inFederation = new Map<string, Promise<unknown>>();
  const preloaded = new Set<string>();

  function incompatibility(name: string, release: RemoteRelease): string | undefined {
    const [first, ...others] = mismatchesOf(name, release, provides, snapshot.verdicts).map((mismatch) =>
      describeMismatch(name, release.version, mismatch, 'this shell'),
    );
    return first && [first, ...others, `Rebuild ${name} or roll it back.`].join(' ');
  }

  /** Names the file, and says whether its bytes differ from the released ones. */
  async function describeLoss(name: string, what: string, cause: unknown): Promise<Failed> {
    const reason = reasonOf(cause);
    const release = snapshot.remotes[name];
    if (release && reason === 'unreachable') {
      const address = failedRequest(cause) ?? new URL(release.path + release.entry, site).href;
      const { pathname } = new URL(String(address), site);
      const integrity = release.integrity[pathname.slice(release.path.length)];
      if (integrity && (await hasOtherBytes(new URL(pathname, site), integrity))) {
        return failed(
          'integrity-mismatch',
          `${what} was blocked: ${pathname} has other bytes than were released.`,
          cause,
        );
      }
    }
    return failed(reason, `${what} could not be loaded: ${messageOf(cause)}`, cause);
  }

  /** Modules load one after another, since federation returns the pending request to a second call, and that request may be invalidated. */
  function exposedModule(name: string): Promise<{ default?: AnyRemoteDefinition } | null> {
    const load = () => federation.loadRemote<{ default?: AnyRemoteDefinition }>(`${name}/remote`);
    const module = (inFederation.get(name) ?? Promise.resolve()).then(load);
    inFederation.set(
      name,
      module.catch(() => {}),
    );
    return module;
  }

  async function request(name: string, release: RemoteRelease): Promise<LoadedRemote> {
    const isInvalidated = retries.sinceNow(name);
    const what = `Remote '${name}' ${release.version}`;
    try {
      if (!registered.has(name)) {
        const entry = new URL(release.path + release.entry, site).href;
        federation.registerRemotes([{ name, entry, entryGlobalName: `${name}@${release.version}` }]);
        registered.add(name);
      }
      const module = await retries.twice(name, () => exposedModule(name));
      const definition = module?.default;
      if (!definition?.screens) {
        return failed(
          'broken',
          `${what} exposes no definition. Its remote.ts must export defineRemote({…}) as default.`,
        );
      }
      return { status: 'ready', definition };
    } catch (cause) {
      return isInvalidated()
        ? failed('unreachable', `${what} was requested again.`, cause)
        : await describeLoss(name, what, cause);
    }
  }

  return {
    describeLoss,
    forget: (name) => loaded.delete(name),
    async load(name, module) {
      const release = snapshot.remotes[name];
      if (!release) return failed('unknown', `No remote '${name}' is released. Release it, or remove the links to it.`);
      const mismatch = incompatibility(name, release);
      if (mismatch) return failed('incompatible', mismatch);
      if (module && !preloaded.has(`${name}/${module}`)) preloadFiles(release, module, site);
      preloaded.add(`${name}/${module}`);
      const pending = loaded.get(name) ?? request(name, release);
      loaded.set(name, pending);
      const result = await pending;
      if (result.status === 'failed' && loaded.get(name) === pending) {
        loaded.delete(name);
        assets.renew(name);
      }
      return result;
    },
  };
}
