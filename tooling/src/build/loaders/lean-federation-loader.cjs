/**
 * Federation's runtime without what no page of this site runs: remotes that are modules or SystemJS, preloads, removed remotes, shared
 * modules that are cut down to the names in use, and hooks that no plugin hears. Its packages mark none of it as unused, so webpack would
 * keep it. The compiler finds each piece.
 */
const path = require('node:path');
const ts = require('typescript');
const rangesWith = require('./lean-ranges.cjs');

/** What a message calls them. */
const HOOKS = 'hooks';

/** The hook that the shell's one plugin hears (host/src/remotes/entry-requests.ts). Remotes are built without plugins of the runtime. */
const HEARD = 'createScript';

/** Without what it collects to tell hooks. */
const LOAD_REMOTE = `async loadRemote(requested, options) {
    const { module, remoteMatchInfo } = await this.getRemoteModuleAndOptions({ id: requested });
    const { expose, id, remoteSnapshot } = remoteMatchInfo;
    return await module.get(id, expose, options, remoteSnapshot);
  }`;

/**
 * By file below node_modules/@module-federation, the functions and methods that never run, and the variables that are always false.
 * A function, or a whole file, has the code that stands in for it. A method is left out, with the statements that call it. `hooks`: the file
 * has hooks that nothing hears.
 * @type {Record<string, {whole?: string, functions?: Record<string, string>, methods?: string[], falsy?: string[], absent?: string[], hooks?: true}>}
 */
const UNUSED = {
  'runtime-core/dist/core.js': { methods: ['preloadRemote', 'initRawContainer', 'loadShareSync'], hooks: true },
  'runtime-core/dist/module/index.js': { hooks: true },
  'runtime-core/dist/remote/index.js': {
    methods: ['preloadRemote', 'initRawContainer', 'removeRemote', 'setIdToRemoteMap'],
    functions: { loadRemote: LOAD_REMOTE },
    hooks: true,
  },
  'runtime-core/dist/shared/index.js': {
    methods: ['loadShareSync', 'emitAfterRegisterShare', 'emitAfterLoadShare', 'emitErrorLoadShare'],
    falsy: ['useTreesShaking', '_useTreeShaking', 'gUseTreeShaking', 'treeShaking'],
    // Shared modules of remotes that were not opened, for another strategy than 'loaded-first'.
    absent: ['initRemoteModule'],
    hooks: true,
  },
  // What those hooks are made of, beside that of the one that is heard.
  'runtime-core/dist/utils/hooks/asyncHook.js': { whole: 'export const AsyncHook = undefined;' },
  'runtime-core/dist/utils/hooks/asyncWaterfallHooks.js': { whole: 'export const AsyncWaterfallHook = undefined;' },
  'runtime-core/dist/utils/hooks/syncWaterfallHook.js': {
    whole: 'export const [SyncWaterfallHook, checkReturnData] = [];',
  },
  // Its ranges, in less code.
  'runtime-core/dist/utils/semver/index.js': {
    whole: `import { compare } from './compare.js';
export const satisfy = (${rangesWith})(compare);`,
  },
  'runtime-core/dist/utils/share.js': {
    functions: {
      shouldUseTreeShaking: 'const shouldUseTreeShaking = () => false;',
      directShare: 'const directShare = (shared) => shared;',
    },
    falsy: ['useTreesShaking', '_usedTreeShaking'],
    hooks: true,
  },
  'runtime-core/dist/utils/load.js': {
    hooks: true,
    functions: {
      loadEsmEntry: 'const loadEsmEntry = undefined;',
      loadSystemJsEntry: 'const loadSystemJsEntry = undefined;',
      isEsmRemoteType: 'const isEsmRemoteType = () => false;',
    },
  },
  // What other tools than the plugin take of it.
  'runtime-core/dist/helpers.js': { whole: 'export default {};' },
  // The registry replaces its manifests.
  'runtime-core/dist/plugins/generate-preload-assets.js': {
    whole: 'export const generatePreloadAssetsPlugin = undefined;',
  },
  'runtime-core/dist/plugins/snapshot/index.js': {
    whole: 'export const [snapshotPlugin, assignRemoteInfo] = [];',
  },
  // An error names its code, and the address that explains it.
  'error-codes/dist/desc.mjs': {
    whole: 'export const [buildDescMap, errorDescMap, runtimeDescMap, typeDescMap] = [{}, {}, {}, {}];',
  },
  // Without its own debugging, which the browser's console does.
  'sdk/dist/logger.js': {
    whole: `export const createLogger = (prefix) => ({
      warn: (...said) => console.warn(prefix, ...said),
      error: (...said) => console.error(prefix, ...said),
    });
    export const [bindLoggerToCompiler, createInfrastructureLogger, infrastructureLogger, logger] = [];`,
  },
  // Told to plugins for diagnostics.
  'runtime-core/dist/utils/context.js': {
    functions: { optionsToMFContext: 'const optionsToMFContext = () => undefined;' },
  },
};

/**
 * Whether a variable is read here for what it is: it is not declared, assigned, or the name of a property.
 * @param {ts.Identifier} node
 */
function isRead(node) {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent) || ts.isConditionalExpression(parent)) return true;
  if (ts.isCallExpression(parent)) return parent.expression !== node;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
}

/**
 * The name of the hook that is told something: `….lifecycle.afterLoad.emit({…})`, or `resolveShare.emit({…})` of one that is passed on.
 * @param {ts.Node} node
 */
function hookOf(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { name, expression: hook } = node.expression;
  if (name.text !== 'emit') return undefined;
  return ts.isPropertyAccessExpression(hook) ? hook.name.text : ts.isIdentifier(hook) ? hook.text : undefined;
}

/** Of these, a call returns what it is told. That of any other returns what a plugin says. */
const WATERFALLS = [
  'beforeInit',
  'beforeInitContainer',
  'beforeRequest',
  'afterResolve',
  'beforeLoadShare',
  'resolveShare',
];

/**
 * What stands in for a call that no plugin hears.
 * @param {ts.CallExpression} call
 * @param {string} hook
 * @param {ts.SourceFile} file
 */
function unheard(call, hook, file) {
  if (WATERFALLS.includes(hook)) return `(${call.arguments[0]?.getText(file)})`;
  return hook === 'loadEntryHook' ? 'Promise.resolve()' : 'undefined';
}

/**
 * Whether a statement does nothing else than to call one of these methods of its own, or to tell a hook.
 * @param {ts.Node} node
 * @param {readonly string[]} methods
 */
function isCallFor(node, methods) {
  if (!ts.isExpressionStatement(node)) return false;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const hook = hookOf(call);
  if (hook !== undefined) return hook !== HEARD;
  return (
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    call.expression.expression.kind === ts.SyntaxKind.ThisKeyword &&
    methods.includes(call.expression.name.text)
  );
}

/**
 * A property of `new PluginSystem({…})` that nothing hears.
 * @param {ts.Node} node
 */
const isUnheardHook = (node) =>
  ts.isPropertyAssignment(node) &&
  ts.isNewExpression(node.parent.parent) &&
  node.parent.parent.expression.getText() === 'PluginSystem' &&
  node.name.getText() !== HEARD;

/**
 * @this {{ resourcePath: string }}
 * @param {string} source
 * @throws {Error} if a later version of the package writes these in another way
 */
function leanFederation(source) {
  const name = this.resourcePath.split(path.sep).join('/').split('@module-federation/').at(-1) ?? '';
  const { whole, functions = {}, methods = [], falsy = [], absent = [], hooks = false } = UNUSED[name] ?? {};
  if (whole !== undefined) return whole;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  /** @type {{start: number, end: number, text: string}[]} */
  const edits = [];
  const found = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const own = (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name?.getText(file);
    if (own && functions[own] !== undefined) {
      found.add(own);
      edits.push({ start: node.getStart(file), end: node.end, text: functions[own] ?? '' });
      return;
    }
    if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name) && methods.includes(node.name.text)) {
      found.add(node.name.text);
      edits.push({ start: node.getStart(file), end: node.end, text: '' });
      return;
    }
    if (ts.isExpressionStatement(node) && isCallFor(node, methods)) {
      found.add(HOOKS);
      edits.push({ start: node.getStart(file), end: node.end, text: ';' });
      return;
    }
    if (ts.isVariableDeclaration(node) && absent.includes(node.name.getText(file)) && node.initializer) {
      found.add(node.name.getText(file));
      edits.push({ start: node.initializer.getStart(file), end: node.end, text: 'undefined' });
      return;
    }
    const call = ts.isAwaitExpression(node) ? node.expression : node;
    const hook = hooks ? hookOf(call) : undefined;
    if (ts.isCallExpression(call) && hook !== undefined && hook !== HEARD) {
      found.add(HOOKS);
      edits.push({ start: node.getStart(file), end: node.end, text: unheard(call, hook, file) });
      return;
    }
    if (hooks && isUnheardHook(node)) {
      edits.push({ start: node.getStart(file), end: node.end + 1, text: '' });
      return;
    }
    if (ts.isIdentifier(node) && falsy.includes(node.text) && isRead(node)) {
      found.add(node.text);
      edits.push({ start: node.getStart(file), end: node.end, text: 'false' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const lost = [...Object.keys(functions), ...methods, ...falsy, ...absent, ...(hooks ? [HOOKS] : [])].find(
    (each) => !found.has(each),
  );
  if (lost) throw new Error(`lean-federation-loader.cjs does not find ${lost} in ${name}.`);
  return edits
    .sort((a, b) => a.start - b.start)
    .reduceRight((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);
}

module.exports = Object.assign(leanFederation, { files: Object.keys(UNUSED) });
