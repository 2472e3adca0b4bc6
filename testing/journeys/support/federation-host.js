/** A page that is a federation host itself, with the name from the plugin's examples and a React of its own. */
import { createInstance, init } from '@module-federation/runtime';

const react = {
  version: '18.2.0',
  lib: () => ({ version: '18.2.0' }),
  shareConfig: { singleton: true, requiredVersion: '^18.2.0' },
};
Object.assign(window, {
  ownFederation: [
    init({ name: 'host', remotes: [], shared: { react } }),
    // The page's remotes may have the same names as ours.
    createInstance({ name: 'vendor-tools', remotes: [], shared: { react } }),
  ],
});
