/**
 * Loads remotes. Loading never rejects: a remote is ready, or it failed for a reason that names it, and its boundary
 * shows the failure. A failure is not remembered, so the next request tries again.
 */
import type { ModuleFederation } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import type { Provided } from 'releases/model/compatibility';
import type { MountModule, ScreenModule, SlotModule } from 'shared-contracts/remote';
import type { Snapshot } from '../releases/snapshot';
import { createAssets } from './assets';
import { type ComponentOptions, createComponentLoader, type LoadedComponent, type Wanted } from './components';
import { createEntryRequests, type LoadedRemote } from './entry-requests';
import { mounted } from './mounted';
import { createRetries } from './retry';
import { watchStyles } from './styles';

export interface Loader {
  loadRemote(name: string): Promise<LoadedRemote>;
  loadScreen(remote: string, screen: string): Promise<LoadedComponent>;
  /** Loads a screen ahead for a visitor who may open it. A failure is not reported; the visit of the screen requests it again. */
  preloadScreen(remote: string, screen: string): void;
  loadSlot(remote: string, module: string): Promise<LoadedComponent>;
  /**
   * Requests of this remote start again, at new addresses. Pending requests are failed; their callers wait for the
   * retry.
   */
  invalidate(remote: string): void;
}

export interface LoaderOptions {
  snapshot: Snapshot;
  /** The shell's federation instance. */
  federation: ModuleFederation;
  /** Origin that serves the remotes' files; the page's own unless another site embeds a remote. */
  site?: string;
  /** The offer of the running shell. */
  provides: Provided;
  /**
   * Called when the chunk of a screen has failed twice ('Loading chunk {id} failed.'): the page may be older than the
   * served files. It is not called for a slot, whose own boundary handles the loss.
   * @returns whether the page reloads for it
   */
  onScreenLost?: ((screen: string) => Promise<boolean>) | undefined;
  injectFault?: ComponentOptions['injectFault'];
}

/** @returns undefined if the module exports neither */
function componentIn(
  module: Partial<ScreenModule & SlotModule & MountModule>,
  name: 'Screen' | 'Slot',
): ComponentType | undefined {
  return module[name] ?? (module.mount && mounted(module.mount));
}

const screenOf = (remote: string, screen: string): Wanted => ({
  remote,
  kind: 'screen',
  id: screen,
  pick: ({ screens }) => {
    const load = screens[screen];
    return load && (async () => componentIn(await load(), 'Screen'));
  },
});

const slotOf = (remote: string, module: string): Wanted => ({
  remote,
  kind: 'slot',
  id: module,
  pick: ({ slots }) => {
    const load = slots?.[module];
    return load && (async () => componentIn(await load(), 'Slot'));
  },
});

export function createLoader({
  snapshot,
  federation,
  site = window.location.origin,
  provides,
  onScreenLost,
  injectFault,
}: LoaderOptions): Loader {
  const assets = createAssets(snapshot, site);
  window.foodhallAsset = assets.assetOf;
  watchStyles(snapshot, site);
  const retries = createRetries(assets, snapshot, site);
  const entries = createEntryRequests({ snapshot, federation, site, provides, assets, retries });
  const loadComponent = createComponentLoader({ snapshot, assets, retries, entries, injectFault });
  return {
    loadRemote: (name) => entries.load(name),
    loadScreen: (remote, screen) =>
      loadComponent({
        ...screenOf(remote, screen),
        onLost: onScreenLost && (() => onScreenLost(`${remote}/${screen}`)),
      }),
    preloadScreen(remote, screen) {
      void loadComponent(screenOf(remote, screen));
    },
    loadSlot: (remote, module) => loadComponent(slotOf(remote, module)),
    invalidate(remote) {
      entries.forget(remote);
      retries.invalidate(remote);
    },
  };
}
