/** Loads the component of a screen or slot from a remote's definition, within the time that a boundary waits. */
import type { ComponentType } from 'react';
import type { AnyRemoteDefinition } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';
import type { Assets } from './assets';
import { loadCatalog } from './catalogs';
import type { EntryRequests } from './entry-requests';
import { type Failed, failed, isLostChunk } from './failure';
import type { Retries } from './retry';

export type LoadedComponent = { status: 'ready'; Component: ComponentType } | Failed;

/** A fault that the devtools inject: a failure, or a component that misbehaves. */
export type InjectedFault = Failed | { status: 'faulty'; wrap: (Component: ComponentType) => ComponentType };

export interface ComponentOptions {
  snapshot: Pick<Snapshot, 'remotes'>;
  assets: Assets;
  retries: Retries;
  entries: EntryRequests;
  /** Called before each screen or slot of a remote is loaded; undefined if devtools are not allowed. */
  injectFault?: ((remote: string) => Promise<InjectedFault | undefined>) | undefined;
}

/** A screen or slot to load. */
export interface Wanted {
  remote: string;
  kind: 'screen' | 'slot';
  id: string;
  pick: (definition: AnyRemoteDefinition) => (() => Promise<ComponentType | undefined>) | undefined;
  /** Called if its chunk was lost twice. @returns whether the page reloads for it */
  onLost?: (() => Promise<boolean>) | undefined;
}

/** How long a boundary waits. */
const TIMEOUT_MS = 10_000;

export function createComponentLoader(options: ComponentOptions) {
  const { snapshot, assets, retries, entries, injectFault } = options;

  async function attempt(wanted: Wanted): Promise<LoadedComponent> {
    const { remote, kind, id, pick, onLost } = wanted;
    const isInvalidated = retries.sinceNow(remote);
    const fault = await injectFault?.(remote);
    if (fault?.status === 'failed') return fault;
    const loaded = await entries.load(remote, id);
    // If another boundary has invalidated the remote meanwhile, this load shares the new request of that boundary.
    if (loaded.status === 'failed') return isInvalidated() ? attempt(wanted) : loaded;
    const load = pick(loaded.definition);
    if (!load) return failed('unknown', `Remote '${remote}' has no ${kind} '${id}'. Its remote.json names one.`);
    try {
      const [Component] = await Promise.all([
        retries.twice(remote, load),
        loadCatalog(remote, loaded.definition.catalogs, retries),
      ]);
      if (Component) return { status: 'ready', Component: fault ? fault.wrap(Component) : Component };
      const name = kind === 'screen' ? 'Screen' : 'Slot';
      return failed(
        'broken',
        `The ${kind} '${id}' of remote '${remote}' exports neither a component named ${name} nor 'mount'.`,
      );
    } catch (cause) {
      if (isInvalidated()) return attempt(wanted);
      assets.renew(remote);
      // This page ends. The next page finds out whether the screen is lost, and reports it.
      if (isLostChunk(cause) && (await onLost?.())) return await new Promise(() => {});
      const version = snapshot.remotes[remote]?.version ?? '';
      return await entries.describeLoss(remote, `The ${kind} '${id}' of remote '${remote}' ${version}`, cause);
    }
  }

  /** Never rejects. */
  return async function loadComponent(wanted: Wanted): Promise<LoadedComponent> {
    const { remote, kind, id } = wanted;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Failed>((resolve) => {
      const message = `The ${kind} '${id}' of remote '${remote}' did not arrive within ${TIMEOUT_MS / 1000} seconds.`;
      timer = setTimeout(() => resolve(failed('unreachable', message)), TIMEOUT_MS);
    });
    const onLost = async () => {
      const isReloading = (await wanted.onLost?.()) ?? false;
      // Scripts of this page run until the next page is there, so the timer ends here: this screen must not be reported as late.
      if (isReloading) clearTimeout(timer);
      return isReloading;
    };
    try {
      return await Promise.race([attempt({ ...wanted, onLost }), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
