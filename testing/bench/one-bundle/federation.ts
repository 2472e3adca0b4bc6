/**
 * Replaces the federation runtime in the one bundle that bench:web compares with. The shell imports the remotes, and nothing is registered
 * or fetched. Only the option `oneBundle` of `webpack.shared.js` uses this file.
 */
import type { RemoteDefinition } from 'shared-contracts/remote';
import catalog from '../../../remotes/catalog/src/remote';
import checkout from '../../../remotes/checkout/src/remote';
import queues from '../../../remotes/queues/src/remote';
import vendorTools from '../../../remotes/vendor-tools/src/remote';

const remotes: Readonly<Record<string, RemoteDefinition>> = {
  'catalog/remote': catalog,
  'checkout/remote': checkout,
  'queues/remote': queues,
  'vendor-tools/remote': vendorTools,
};

/** Always true, since one build makes all parts. */
export const satisfy = () => true;

/** The remotes import the shared modules as the shell does. */
export const init = () => ({ registerShared() {} });

/** The part of federation's instance that the shell's loader uses. */
export const getInstance = () => ({
  registerPlugins() {},
  registerRemotes() {},
  loadRemote: async (id: string) => ({ default: remotes[id] }),
});
