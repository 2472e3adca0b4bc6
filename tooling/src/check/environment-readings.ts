// Which environment variables a source reads, found with the compiler: it sees through formatting, quotes, destructuring,
// other names of process.env, and functions that are given the name of a setting.
import { createRequire } from 'node:module';
import path from 'node:path';

const ts = createRequire(import.meta.url)('typescript');

/** What a variable of a source is called where it holds an environment. */
const ENVIRONMENT_NAMES = new Set(['env', 'environment']);
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]*$/;
const SETTING = /^[A-Z][A-Z0-9_]*$/;

/**
 * @typedef {{file: string, line: number, name: string}} Reading `name`: a variable; with a * at its end where only its
 *   beginning is known
 * @typedef {{file: string, line: number, text: string, inside: string | null}} Unknown a reading whose name the source
 *   does not tell; `inside`: the function it is in
 */

/**
 * @param {{file: string, text: string}[]} sources `file`: a path from the root
 * @returns {{readings: Reading[], unknown: Unknown[]}}
 */
export function environmentReadings(sources) {
  const trees = sources.map(({ file, text }) => {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  });
  const found = new Map();
  const unknown = new Map();
  /** `file name index`: functions that read the variable which this argument names. */
  const readers = new Set();
  let size;
  // A function that hands its own argument on to a reader is a reader too, so this goes on until none is new.
  do {
    size = readers.size;
    found.clear();
    unknown.clear();
    for (const tree of trees) visit(tree, readers, found, unknown);
  } while (readers.size > size);
  return { readings: [...found.values()], unknown: [...unknown.values()] };
}

function visit(tree, readers, found, unknown) {
  const file = tree.fileName;
  const imports = importsOf(tree);
  const environments = environmentsOf(tree);

  const isEnvironment = (node) => {
    const bare = unwrap(node);
    if (isProcessEnv(bare)) return true;
    if (ts.isIdentifier(bare)) return environments.has(bare.text);
    return false;
  };
  const at = (node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const add = (node, name) => {
    found.set(`${file}:${node.getStart(tree)}:${name}`, { file, line: at(node), name });
  };

  /** A key that is given as an expression: a literal, a template's beginning, a loop's list, or the argument of a reader. */
  const readKey = (node, key) => {
    if (ts.isStringLiteralLike(key)) return add(node, key.text);
    if (ts.isTemplateExpression(key) && key.head.text) return add(node, `${key.head.text}*`);
    if (ts.isIdentifier(key)) {
      const list = listOfLoop(key);
      if (list) {
        for (const name of list) add(node, name);
        return;
      }
      const parameter = parameterOf(key);
      if (parameter) {
        readers.add(`${file} ${parameter.name} ${parameter.index}`);
        return;
      }
    }
    unknown.set(`${file}:${node.getStart(tree)}`, {
      file,
      line: at(node),
      text: node.getText(tree),
      inside: functionAround(node),
    });
  };

  const walk = (node) => {
    if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) {
      const isVariable = isProcessEnv(unwrap(node.expression)) ? VARIABLE : SETTING;
      if (isVariable.test(node.name.text)) add(node, node.name.text);
    } else if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) {
      readKey(node, unwrap(node.argumentExpression));
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
      if (isEnvironment(node.right)) readKey(node, unwrap(node.left));
    } else if (ts.isVariableDeclaration(node) || ts.isParameter(node)) {
      if (ts.isObjectBindingPattern(node.name) && node.initializer && isEnvironment(node.initializer)) {
        for (const element of node.name.elements) {
          if (element.dotDotDotToken) continue;
          const key = element.propertyName ?? element.name;
          if (ts.isComputedPropertyName(key)) readKey(element, unwrap(key.expression));
          else if (ts.isIdentifier(key) || ts.isStringLiteralLike(key)) add(element, key.text);
        }
      }
    } else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text;
      const [from, original] = imports.get(name) ?? [file, name];
      for (const [index, argument] of node.arguments.entries()) {
        if (readers.has(`${withoutExtension(from)} ${original} ${index}`)) readKey(node, unwrap(argument));
        else if (readers.has(`${from} ${original} ${index}`)) readKey(node, unwrap(argument));
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(tree);
  // An import names its file with or without the extension.
  for (const reader of [...readers]) {
    const [from, ...rest] = reader.split(' ');
    readers.add([withoutExtension(from), ...rest].join(' '));
  }
}

const withoutExtension = (file) => file.replace(/\.[cm]?[jt]sx?$/, '');

/** Without brackets, `as`, `!` and `satisfies`. */
function unwrap(node) {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

function isProcessEnv(node) {
  const isProcess = (inner) =>
    (ts.isIdentifier(inner) && inner.text === 'process') ||
    (ts.isPropertyAccessExpression(inner) && inner.name.text === 'process');
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(unwrap(node.expression));
  return (
    ts.isElementAccessExpression(node) &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === 'env' &&
    isProcess(unwrap(node.expression))
  );
}

/** The variables of a source that hold an environment: by their usual names, or since process.env is in their initial value. */
function environmentsOf(tree) {
  const names = new Set(ENVIRONMENT_NAMES);
  const holds = (node) => {
    const bare = unwrap(node);
    if (isProcessEnv(bare) || (ts.isIdentifier(bare) && names.has(bare.text))) return true;
    if (ts.isBinaryExpression(bare)) return holds(bare.left) || holds(bare.right);
    if (ts.isConditionalExpression(bare)) return holds(bare.whenTrue) || holds(bare.whenFalse);
    if (!ts.isObjectLiteralExpression(bare)) return false;
    return bare.properties.some((property) => ts.isSpreadAssignment(property) && holds(property.expression));
  };
  const walk = (node) => {
    const isVariable = ts.isVariableDeclaration(node) || ts.isParameter(node);
    if (isVariable && ts.isIdentifier(node.name) && node.initializer && holds(node.initializer)) {
      names.add(node.name.text);
    }
    // const { env } = process; const { env: found } = process
    if (isVariable && ts.isObjectBindingPattern(node.name) && node.initializer?.getText(tree) === 'process') {
      for (const { propertyName, name } of node.name.elements) {
        if ((propertyName ?? name).getText(tree) === 'env' && ts.isIdentifier(name)) names.add(name.text);
      }
    }
    // import { env as found } from 'node:process'
    if (ts.isImportSpecifier(node) && node.propertyName?.text === 'env') names.add(node.name.text);
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return names;
}

/** Local name → [file without its extension, name there], of imports of this repository's own files. */
function importsOf(tree) {
  const names = new Map();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier.text;
    const bindings = statement.importClause?.namedBindings;
    if (!specifier.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) continue;
    const from = withoutExtension(path.posix.join(path.posix.dirname(tree.fileName), specifier));
    for (const { propertyName, name } of bindings.elements) names.set(name.text, [from, (propertyName ?? name).text]);
  }
  return names;
}

const isFunction = (node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

function nameOfFunction(node) {
  if (node.name && ts.isIdentifier(node.name)) return node.name.text;
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed && ts.isIdentifier(parent.name) ? parent.name.text : null;
}

function functionAround(node) {
  for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return nameOfFunction(outer);
  return null;
}

/** Whose argument an identifier is; null where it is none of a function or constant with a name. */
function parameterOf(identifier) {
  for (let outer = identifier.parent; outer; outer = outer.parent) {
    if (!isFunction(outer)) continue;
    const index = outer.parameters.findIndex(({ name }) => ts.isIdentifier(name) && name.text === identifier.text);
    if (index === -1) continue;
    const isCallable = ts.isFunctionDeclaration(outer) || ts.isVariableDeclaration(outer.parent);
    const name = nameOfFunction(outer);
    return isCallable && name ? { name, index } : null;
  }
  return null;
}

/** The names of `for (const name of ['A', 'B'])` around an identifier. */
function listOfLoop(identifier) {
  for (let outer = identifier.parent; outer; outer = outer.parent) {
    if (!ts.isForOfStatement(outer) || !ts.isVariableDeclarationList(outer.initializer)) continue;
    if (outer.initializer.declarations[0]?.name.getText() !== identifier.text) continue;
    const list = unwrap(outer.expression);
    if (!ts.isArrayLiteralExpression(list) || !list.elements.every(ts.isStringLiteralLike)) return null;
    return list.elements.map(({ text }) => text);
  }
  return null;
}
