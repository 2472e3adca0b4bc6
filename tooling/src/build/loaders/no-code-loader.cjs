/**
 * By file name. What a module exports is declared, since webpack refuses an import of a missing name.
 * @type {Record<string, string>}
 */
const CODE = {
  // What federation's plugin says to its runtime, without the part for shared modules that are cut down to the names in use.
  'init.js':
    'export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions);',
  'remotes.js': 'export const remotes = undefined;',
  'desc.mjs': 'export const [buildDescMap, errorDescMap, runtimeDescMap, typeDescMap] = [{}, {}, {}, {}];',
  'getUsedExports.js': 'export const getUsedExports = () => undefined;',
  'getSharedFallbackGetter.js': 'export const getSharedFallbackGetter = undefined;',
  'installInitialConsumes.js': 'export const installInitialConsumes = undefined;',
  'fetch.js': 'export const getFetch = undefined;',
  'preload.js': 'export const [defaultPreloadArgs, formatPreloadArgs, normalizePreloadExposes, preloadAssets] = [];',
  // The package's own handler for a page without snapshots.
  'SnapshotHandler.js':
    "export { DisabledSnapshotHandler as SnapshotHandler } from './disabled.js'; export const getGlobalRemoteInfo = undefined;",
};

/**
 * In place of a module that no code of this site calls. Importers get undefined for what they name.
 * @this {{ resourcePath: string }}
 */
module.exports = function noCode() {
  return CODE[this.resourcePath.split(/[\\/]/).at(-1) ?? ''] ?? 'export default undefined;';
};
