/**
 * Federation's runtime without what no page of this site runs: remotes that are modules or SystemJS, preloads, removed remotes, and shared
 * modules that are cut down to the names in use. Its packages mark none of it as unused, so webpack would keep it. The compiler finds
 * each piece.
 */
const path = require('node:path');
const ts = require('typescript');

/**
 * By file below node_modules/@module-federation, the functions and methods that never run, and the variables that are always false.
 * A function, or a whole file, has the code that stands in for it, a method is left out.
 * @type {Record<string, {whole?: string, functions?: Record<string, string>, methods?: string[], falsy?: string[]}>}
 */
const UNUSED = {
  'runtime-core/dist/core.js': { methods: ['preloadRemote', 'initRawContainer', 'loadShareSync'] },
  'runtime-core/dist/remote/index.js': { methods: ['preloadRemote', 'initRawContainer', 'removeRemote'] },
  'runtime-core/dist/shared/index.js': {
    methods: ['loadShareSync'],
    falsy: ['useTreesShaking', '_useTreeShaking', 'gUseTreeShaking', 'treeShaking'],
  },
  'runtime-core/dist/utils/share.js': {
    functions: {
      shouldUseTreeShaking: 'const shouldUseTreeShaking = () => false;',
      directShare: 'const directShare = (shared) => shared;',
    },
    falsy: ['useTreesShaking', '_usedTreeShaking'],
  },
  'runtime-core/dist/utils/load.js': {
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
 * @this {{ resourcePath: string }}
 * @param {string} source
 * @throws {Error} if a later version of the package writes these in another way
 */
function leanFederation(source) {
  const name = this.resourcePath.split(path.sep).join('/').split('@module-federation/').at(-1) ?? '';
  const { whole, functions = {}, methods = [], falsy = [] } = UNUSED[name] ?? {};
  if (whole !== undefined) return whole;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  /** @type {{start: number, end: number, text: string}[]} */
  const edits = [];
  const found = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isFunctionDeclaration(node) && functions[node.name?.text ?? ''] !== undefined) {
      const own = node.name?.text ?? '';
      found.add(own);
      edits.push({ start: node.getStart(file), end: node.end, text: functions[own] ?? '' });
      return;
    }
    if (ts.isMethodDeclaration(node) && ts.isIdentifier(node.name) && methods.includes(node.name.text)) {
      found.add(node.name.text);
      edits.push({ start: node.getStart(file), end: node.end, text: '' });
      return;
    }
    if (ts.isIdentifier(node) && falsy.includes(node.text) && isRead(node)) {
      found.add(node.text);
      edits.push({ start: node.getStart(file), end: node.end, text: 'false' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const lost = [...Object.keys(functions), ...methods, ...falsy].find((each) => !found.has(each));
  if (lost) throw new Error(`lean-federation-loader.cjs does not find ${lost} in ${name}.`);
  return edits
    .sort((a, b) => a.start - b.start)
    .reduceRight((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);
}

module.exports = Object.assign(leanFederation, { files: Object.keys(UNUSED) });
