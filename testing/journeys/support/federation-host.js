/** A page that is a federation host itself, by the name that the plugin's examples have, on a React of its own. */
import { createInstance, init } from '@module-federation/runtime';

const react = {
  version: '18.2.0',
  lib: () => ({ version: '18.2.0' }),
  shareConfig: { singleton: true, requiredVersion: '^18.2.0' },
};
Object.assign(window, {
  ownFederation: [
    init({ name: 'host', remotes: [], shared: { react } }),
    // Its remotes, which may have the names of ours.
    createInstance({ name: 'vendor-tools', remotes: [], shared: { react } }),
  ],
});
