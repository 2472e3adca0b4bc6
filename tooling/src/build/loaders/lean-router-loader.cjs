/**
 * React Router without what a declarative router never uses: names of contexts for the developer tools, components that are
 * exported and not imported, and the prefetch of framework mode. The package marks none of it as free of side effects, so
 * webpack would keep it: 4 KB of the first screen. The compiler finds each piece.
 */
const ts = require('typescript');

/** React's functions that make a value and do nothing else. */
const PURE = ['createContext', 'forwardRef'];
/** Top-level functions that this site never runs. Outside framework mode the prefetch throws. */
const REPLACED = new Map([
  ['usePrefetchBehavior', 'function usePrefetchBehavior() { return [false, null, {}]; }'],
  ['PrefetchPageLinks', 'function PrefetchPageLinks() { return null; }'],
]);

/** @param {ts.Expression | undefined} node */
const isPureCall = (node) =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  PURE.includes(node.expression.name.text);

/**
 * `Link.displayName = "Link"`
 * @param {ts.Expression} node
 */
const isNaming = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isPropertyAccessExpression(node.left) &&
  node.left.name.text === 'displayName' &&
  ts.isStringLiteral(node.right);

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
      const text = REPLACED.get(statement.name?.text ?? '');
      if (text === undefined) continue;
      edits.push({ ...whole, text });
      replaced.add(statement.name?.text);
    } else if (ts.isVariableStatement(statement)) {
      for (const { initializer } of statement.declarationList.declarations) {
        if (!initializer || !isPureCall(initializer)) continue;
        const start = initializer.getStart(file);
        edits.push({ start, end: start, text: '/* @__PURE__ */ ' });
      }
    } else if (ts.isExpressionStatement(statement) && isNaming(statement.expression)) {
      edits.push({ ...whole, text: '' });
    }
  }
  const lost = [...REPLACED.keys()].find((name) => source.includes(name) && !replaced.has(name));
  if (lost) throw new Error(`lean-router-loader.cjs does not find the function ${lost} in React Router.`);
  return edits.reduceRight((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source);
};
