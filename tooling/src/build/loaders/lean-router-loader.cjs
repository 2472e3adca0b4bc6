/**
 * React Router without what a declarative router never uses: names of contexts for the developer tools, components that are
 * exported and not imported, the prefetch of framework mode, and the errors of routes that load data. The package marks none of it
 * as free of side effects, so webpack would keep it: 5 KB of the first screen. The compiler finds each piece.
 */
const ts = require('typescript');

/** React's functions that make a value and do nothing else. */
const PURE = ['createContext', 'forwardRef', 'memo'];
/** Top-level functions that this site never runs. They throw outside framework mode, and on a route that loads no data. */
const REPLACED = new Map([
  ['usePrefetchBehavior', 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  ['PrefetchPageLinks', 'function PrefetchPageLinks() { return null; }'],
  ['useNavigateStable', 'function useNavigateStable() {}'],
]);
/** Variables of a function that have no value where routes load no data: the minifier drops what follows from them. */
const EMPTY = new Map([['_renderMatches', ['dataRouterState', 'errors']]]);

/** @param {ts.Expression | undefined} node */
const isPureCall = (node) =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  PURE.includes(node.expression.name.text);

/**
 * `React[USE_OPTIMISTIC]`, of routes that load data: for it the bundler would make a copy of React's names.
 * @param {ts.Expression | undefined} node
 */
const isNameOfReact = (node) =>
  node !== undefined &&
  ts.isElementAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  /^React\d*$/.test(node.expression.text);

/**
 * `Link.displayName = "Link"`, or the context of the boundary for routes that load data
 * @param {ts.Expression} node
 */
const isOfNoUse = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left) &&
  ((node.left.name.text === 'displayName' && ts.isStringLiteral(node.right)) ||
    (node.left.name.text === 'contextType' &&
      ts.isIdentifier(node.left.expression) &&
      node.left.expression.text === 'RenderErrorBoundary'));

/**
 * @param {ts.Node} node
 * @param {readonly string[]} names
 * @returns {ts.Identifier[]} where variables of these names are read
 */
function readsOf(node, names) {
  /** @type {ts.Identifier[]} */
  const found = [];
  /** @param {ts.Node | undefined} each */
  const visit = (each) => {
    if (!each) return;
    if (ts.isIdentifier(each) && names.includes(each.text)) found.push(each);
    // Their names are declared, or those of properties.
    else if (ts.isVariableDeclaration(each)) visit(each.initializer);
    else if (ts.isPropertyAccessExpression(each)) visit(each.expression);
    else ts.forEachChild(each, visit);
  };
  visit(node);
  return found;
}

/**
 * @param {string} source a chunk of react-router/dist/production
 * @throws {Error} if a later version of the package writes these functions in another way
 */
module.exports = function leanRouter(source) {
  const file = ts.createSourceFile('router.mjs', source, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  /** @type {{start: number, end: number, text: string}[]} */
  const edits = [];
  const replaced = new Set();
  for (const statement of file.statements) {
    const whole = { start: statement.getStart(file), end: statement.end };
    if (ts.isFunctionDeclaration(statement)) {
      const name = statement.name?.text ?? '';
      const text = REPLACED.get(name);
      if (text !== undefined) edits.push({ ...whole, text });
      const reads = readsOf(statement, EMPTY.get(name) ?? []);
      edits.push(...reads.map((read) => ({ start: read.getStart(file), end: read.end, text: 'null' })));
      if (text !== undefined || reads.length > 0) replaced.add(name);
    } else if (ts.isVariableStatement(statement)) {
      for (const { initializer } of statement.declarationList.declarations) {
        if (!initializer) continue;
        const start = initializer.getStart(file);
        if (isNameOfReact(initializer)) edits.push({ start, end: initializer.end, text: 'undefined' });
        if (!isPureCall(initializer)) continue;
        edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
      }
    } else if (ts.isExpressionStatement(statement) && isOfNoUse(statement.expression)) {
      edits.push({ ...whole, text: '' });
    }
  }
  const lost = [...REPLACED.keys(), ...EMPTY.keys()].find((name) => source.includes(name) && !replaced.has(name));
  if (lost) throw new Error(`lean-router-loader.cjs does not find the function ${lost} in React Router.`);
  return edits.reduceRight((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);
};
