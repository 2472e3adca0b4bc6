/**
 * The shared modules that the shell provides to remotes. A new subpath of the contracts is added here and in webpack.shared.js;
 * a test compares the two. The shell itself imports these modules without the federation plugin. The plugin's code decides
 * whose module to take, and the shell always takes its own (docs/decisions/federation.md).
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
import * as language from 'shared-contracts/language';
import * as localKeys from 'shared-contracts/local-keys';
import * as query from 'shared-contracts/query';
import * as remote from 'shared-contracts/remote';
import * as router from 'shared-contracts/router';
import * as dates from 'shared-contracts/rules/dates';
import * as delivery from 'shared-contracts/rules/delivery';
import * as destination from 'shared-contracts/rules/destination';
import * as forms from 'shared-contracts/rules/forms';
import * as menuTexts from 'shared-contracts/rules/menu-texts';
import * as money from 'shared-contracts/rules/money';
import * as notices from 'shared-contracts/rules/notices';
import * as options from 'shared-contracts/rules/options';
import * as pictures from 'shared-contracts/rules/pictures';
import * as queueState from 'shared-contracts/rules/queue-state';
import * as search from 'shared-contracts/rules/search';
import * as stripeAmounts from 'shared-contracts/rules/stripe-amounts';
import * as tips from 'shared-contracts/rules/tips';
import * as totals from 'shared-contracts/rules/totals';
import * as session from 'shared-contracts/session';
import * as site from 'shared-contracts/site';
import * as ui from 'shared-contracts/ui';

const modules: Readonly<Record<string, object>> = {
  react,
  'react/jsx-runtime': reactJsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  'shared-contracts/client': client,
  'shared-contracts/events': events,
  'shared-contracts/language': language,
  'shared-contracts/local-keys': localKeys,
  'shared-contracts/query': query,
  'shared-contracts/remote': remote,
  'shared-contracts/router': router,
  'shared-contracts/rules/dates': dates,
  'shared-contracts/rules/delivery': delivery,
  'shared-contracts/rules/destination': destination,
  'shared-contracts/rules/forms': forms,
  'shared-contracts/rules/menu-texts': menuTexts,
  'shared-contracts/rules/money': money,
  'shared-contracts/rules/notices': notices,
  'shared-contracts/rules/options': options,
  'shared-contracts/rules/pictures': pictures,
  'shared-contracts/rules/queue-state': queueState,
  'shared-contracts/rules/search': search,
  'shared-contracts/rules/stripe-amounts': stripeAmounts,
  'shared-contracts/rules/tips': tips,
  'shared-contracts/rules/totals': totals,
  'shared-contracts/session': session,
  'shared-contracts/site': site,
  'shared-contracts/ui': ui,
};

const { contract, packages } = PROVIDED;
const versionOf = (request: string) => packages[request.split('/')[0] ?? ''] ?? contract;
const shared = (request: string, module: object) => ({
  [request]: { version: versionOf(request), lib: () => module },
});

/** Provides the modules to remotes. Called before any remote is requested. */
export function provideModules(): void {
  /** Each page creates its own instance, since another site's page may have a 'host' too. */
  const federation = init({
    name: 'foodhall/host',
    remotes: [],
    // A remote is requested when a visitor opens it, not at the start.
    shareStrategy: 'loaded-first',
    shared: Object.assign({}, ...Object.entries(modules).map(([request, module]) => shared(request, module))),
  });

  // The compiler calls this module in development alone. It is provided before any remote is requested, since those
  // steps wait for the page's configuration.
  // biome-ignore lint/style/noProcessEnv: webpack replaces it with the mode of the build
  if (process.env.NODE_ENV !== 'production') {
    void import(/* webpackMode: "eager" */ 'react/jsx-dev-runtime').then(({ default: module }) =>
      federation.registerShared(shared('react/jsx-dev-runtime', module)),
    );
  }

  // Remotes are built without the federation runtime and use the shell's from this global.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
}
