/**
 * The shared modules that the shell provides to remotes. A new subpath of the contracts is added here and in webpack.shared.js; a test
 * compares the two. The shell imports these modules itself as any other: it is the one that provides them, so the plugin's code, which
 * decides whose module to take, would run in it for nothing (docs/decisions/start.md).
 */
import { init } from '@module-federation/runtime';
import * as runtimeCore from '@module-federation/runtime-core';
// The default of a CommonJS module is the module itself, which is what a remote expects.
import react from 'react';
import reactJsxRuntime from 'react/jsx-runtime';
import reactDom from 'react-dom';
import reactDomClient from 'react-dom/client';
import * as client from 'shared-contracts/client';
import * as events from 'shared-contracts/events';
import * as localKeys from 'shared-contracts/local-keys';
import * as query from 'shared-contracts/query';
import * as remote from 'shared-contracts/remote';
import * as router from 'shared-contracts/router';
import * as dates from 'shared-contracts/rules/dates';
import * as destination from 'shared-contracts/rules/destination';
import * as money from 'shared-contracts/rules/money';
import * as pictures from 'shared-contracts/rules/pictures';
import * as search from 'shared-contracts/rules/search';
import * as session from 'shared-contracts/session';
import * as site from 'shared-contracts/site';
import { onDemand } from '../first-screen/on-demand';
import type * as Later from './later-modules';
import { primitives } from './primitives';

const modules: Readonly<Record<string, object>> = {
  react,
  'react/jsx-runtime': reactJsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'shared-contracts/client': client,
  'shared-contracts/events': events,
  'shared-contracts/local-keys': localKeys,
  'shared-contracts/query': query,
  'shared-contracts/remote': remote,
  'shared-contracts/router': router,
  'shared-contracts/rules/dates': dates,
  'shared-contracts/rules/destination': destination,
  'shared-contracts/rules/money': money,
  'shared-contracts/rules/pictures': pictures,
  'shared-contracts/rules/search': search,
  'shared-contracts/session': session,
  'shared-contracts/site': site,
};

type LaterName = keyof typeof Later.modules;
/** Those of later-modules.ts: the compiler compares them. */
const LATER: Record<LaterName, true> = {
  'shared-contracts/rules/delivery': true,
  'shared-contracts/rules/forms': true,
  'shared-contracts/rules/notices': true,
  'shared-contracts/rules/options': true,
  'shared-contracts/rules/queue-state': true,
  'shared-contracts/rules/stripe-amounts': true,
  'shared-contracts/rules/totals': true,
};

const { contract, packages } = PROVIDED;
const versionOf = (request: string) => packages[request.split('/')[0] ?? ''] ?? contract;
const shared = (request: string, module: object) => ({
  [request]: { version: versionOf(request), lib: () => module },
});

/**
 * Provides the modules to remotes.
 * @param load requests later-modules.ts
 * @returns the same, once a page: what is lost is requested again at the next use
 */
export function provideModules(load: () => Promise<typeof Later>): () => Promise<unknown> {
  let loaded: typeof Later | undefined;
  const loadLater = onDemand(async () => {
    loaded = await load();
    return loaded;
  });
  const sharedLater = (request: LaterName) => ({
    [request]: {
      version: versionOf(request),
      // A copy that a remote brings is not preferred to it: it counts as loaded.
      loaded: true,
      get: async () => {
        const { modules } = await loadLater();
        return () => modules[request];
      },
    },
  });
  /** The one of this page: another site's page may have a 'host' of its own. */
  const federation = init({
    name: 'foodhall/host',
    remotes: [],
    // A remote is requested when a visitor opens it, not at the start.
    shareStrategy: 'loaded-first',
    shared: Object.assign(
      {},
      ...Object.entries(modules).map(([request, module]) => shared(request, module)),
      shared(
        'shared-contracts/ui',
        primitives(loadLater, () => loaded),
      ),
      ...(Object.keys(LATER) as LaterName[]).map(sharedLater),
    ),
  });

  // The compiler calls it in development alone. Before any remote is requested, since those steps wait for the page's configuration.
  // biome-ignore lint/style/noProcessEnv: webpack replaces it with the mode of the build
  if (process.env.NODE_ENV !== 'production') {
    void import(/* webpackMode: "eager" */ 'react/jsx-dev-runtime').then(({ default: module }) =>
      federation.registerShared(shared('react/jsx-dev-runtime', module)),
    );
  }

  // Remotes are built without the federation runtime and use the shell's from this global.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
  return loadLater;
}
