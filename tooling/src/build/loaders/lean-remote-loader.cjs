/**
 * What federation's plugin puts into the entry of a remote, for the remotes that the recipe builds: one share scope, shared modules of one
 * layer, no remotes of its own. The package's code decides on more, which each page would load with each remote. What stands in for a file
 * was written for one version of it. Any other stays as it is: a repository of a remote may have another version. A test compares the
 * installed one.
 */
const crypto = require('node:crypto');

/**
 * By file of webpack-bundler-runtime/dist: what it was written for, and the code.
 * @type {Record<string, {of: string, code: string}>}
 */
const LEAN = {
  'updateOptions.js': {
    of: '51db99967ea3d331',
    code: `export function updateConsumeOptions({ webpackRequire: { consumesLoadingData }, moduleToHandlerMapping }) {
      for (const [id, data] of Object.entries(consumesLoadingData.moduleIdToConsumeDataMapping)) {
        const { shareKey, fallback, shareScope, requiredVersion, strictVersion, singleton } = data;
        const shareInfo = { shareConfig: { requiredVersion, strictVersion, singleton, eager: false }, scope: shareScope };
        moduleToHandlerMapping[id] ??= { getter: fallback, shareInfo, shareKey };
      }
    }
    export const updateRemoteOptions = undefined;`,
  },
  'consumes.js': {
    of: '7a52a6d53de18321',
    code: `import { attachShareScopeMap } from './attachShareScopeMap.js';
    import { updateConsumeOptions } from './updateOptions.js';
    export function consumes(options) {
      const { chunkId, promises, installedModules, webpackRequire, chunkMapping, moduleToHandlerMapping } = options;
      updateConsumeOptions(options);
      attachShareScopeMap(webpackRequire);
      for (const id of chunkMapping[chunkId] ?? []) {
        const install = (load) => {
          webpackRequire.m[id] = (module) => {
            delete webpackRequire.c[id];
            module.exports = load();
          };
        };
        const request = async () => {
          try {
            const { shareKey, getter, shareInfo } = moduleToHandlerMapping[id];
            const shared = await webpackRequire.federation.instance.loadShare(shareKey, { customShareInfo: { ...shareInfo } });
            install(shared || (await getter()));
            installedModules[id] = 0;
          } catch (error) {
            delete installedModules[id];
            install(() => {
              throw error;
            });
          }
        };
        promises.push((installedModules[id] ??= request()));
      }
    }`,
  },
  'initializeSharing.js': {
    of: '9146e89c887e62a0',
    code: `import { attachShareScopeMap } from './attachShareScopeMap.js';
    export async function initializeSharing({ shareScopeName, webpackRequire, initPromises, initTokens, initScope = [] }) {
      const { instance } = webpackRequire.federation;
      const token = (initTokens[shareScopeName] ??= { from: instance.name });
      if (!initScope.includes(token)) {
        initScope.push(token);
        initPromises[shareScopeName] ??= Promise.all(
          instance.initializeSharing(shareScopeName, { strategy: instance.options.shareStrategy, initScope, from: 'build' }),
        );
        attachShareScopeMap(webpackRequire);
        await initPromises[shareScopeName];
      }
      return true;
    }`,
  },
  'initContainerEntry.js': {
    of: 'e3cb4881e901ce9f',
    code: `export function initContainerEntry({ webpackRequire, shareScope, initScope, shareScopeKey, remoteEntryInitOptions }) {
      const { instance, initOptions, attachShareScopeMap } = webpackRequire.federation;
      instance.initOptions({ name: initOptions.name, remotes: [], ...remoteEntryInitOptions });
      instance.initShareScopeMap(shareScopeKey, shareScope, { hostShareScopeMap: remoteEntryInitOptions?.shareScopeMap ?? {} });
      attachShareScopeMap(webpackRequire);
      return webpackRequire.I(shareScopeKey, initScope);
    }`,
  },
  'index.js': {
    of: '5bf3c54a814a305f',
    code: `import { attachShareScopeMap } from './attachShareScopeMap.js';
    import { consumes } from './consumes.js';
    import { initializeSharing } from './initializeSharing.js';
    import { initContainerEntry } from './initContainerEntry.js';
    import { init as start } from './init.js';
    import { init } from '@module-federation/runtime';
    export const runtime = { init };
    export const bundlerRuntime = { consumes, I: initializeSharing, S: {}, initContainerEntry, init: start };
    export const bundlerRuntimeOptions = {};
    export const [instance, initOptions] = [];
    export { attachShareScopeMap };
    export default { runtime, bundlerRuntime, attachShareScopeMap, bundlerRuntimeOptions };`,
  },
};

/** @param {string} source */
const digestOf = (source) => crypto.createHash('sha256').update(source).digest('hex').slice(0, 16);

/**
 * @this {{ resourcePath: string }}
 * @param {string} source
 */
function leanRemote(source) {
  const lean = LEAN[this.resourcePath.split(/[\\/]/).at(-1) ?? ''];
  return lean?.of === digestOf(source) ? lean.code : source;
}

module.exports = Object.assign(leanRemote, { files: Object.keys(LEAN) });
