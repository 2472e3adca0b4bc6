/**
 * Which environment variables a source reads, found with the compiler: it sees through formatting, quotes, destructuring,
 * other names of process.env, and functions that are given the name of a setting.
 */
import path from 'node:path';
import ts from 'typescript';

/** What a variable of a source is called where it holds an environment. */
const ENVIRONMENT_NAMES = new Set(['env', 'environment']);
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]*$/;
const SETTING = /^[A-Z][A-Z0-9_]*$/;

/** A source file; `file`: its path from the root. */
export interface SourceText {
  file: string;
  text: string;
}

export interface EnvironmentReading {
  file: string;
  line: number;
  /** A variable; with a * at its end if only its beginning is known. */
  name: string;
}

/** A reading whose name the source does not tell. */
export interface UnknownReading {
  file: string;
  line: number;
  text: string;
  /** The function that it is in. */
  inside: string | null;
}

export interface EnvironmentReadings {
  readings: EnvironmentReading[];
  unknown: UnknownReading[];
}

/** What was found, each by its position in its file. */
interface Found {
  readings: Map<string, EnvironmentReading>;
  unknown: Map<string, UnknownReading>;
}

/** Every reading of an environment variable in the sources. */
export function environmentReadings(sources: readonly SourceText[]): EnvironmentReadings {
  const trees = sources.map(({ file, text }) => {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  });
  /** `file name index`: functions that read the variable which this argument names. */
  const readers = new Set<string>();
  // A function that passes its own argument to a reader is a reader too, so this goes on until none is new.
  for (;;) {
    const known = readers.size;
    const found: Found = { readings: new Map(), unknown: new Map() };
    for (const tree of trees) visit(tree, readers, found);
    if (readers.size === known) {
      return { readings: [...found.readings.values()], unknown: [...found.unknown.values()] };
    }
  }
}

function visit(tree: ts.SourceFile, readers: Set<string>, found: Found): void {
  const file = tree.fileName;
  const imports = importsOf(tree);
  const environments = environmentsOf(tree);

  const isEnvironment = (node: ts.Expression) => {
    const bare = unwrap(node);
    if (isProcessEnv(bare)) return true;
    if (ts.isIdentifier(bare)) return environments.has(bare.text);
    return false;
  };
  const at = (node: ts.Node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const add = (node: ts.Node, name: string) => {
    found.readings.set(`${file}:${node.getStart(tree)}:${name}`, { file, line: at(node), name });
  };

  /** A key that is given as an expression: a literal, a template's beginning, a loop's list, or the argument of a reader. */
  const readKey = (node: ts.Node, key: ts.Expression) => {
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
    found.unknown.set(`${file}:${node.getStart(tree)}`, {
      file,
      line: at(node),
      text: node.getText(tree),
      inside: functionAround(node),
    });
  };

  const walk = (node: ts.Node): void => {
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
    const [from = '', ...rest] = reader.split(' ');
    readers.add([withoutExtension(from), ...rest].join(' '));
  }
}

const withoutExtension = (file: string) => file.replace(/\.[cm]?[jt]sx?$/, '');

/** Without brackets, `as`, `!` and `satisfies`. */
function unwrap(node: ts.Expression): ts.Expression {
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

function isProcessEnv(node: ts.Expression): boolean {
  const isProcess = (inner: ts.Expression) =>
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
function environmentsOf(tree: ts.SourceFile): Set<string> {
  const names = new Set(ENVIRONMENT_NAMES);
  const holds = (node: ts.Expression): boolean => {
    const bare = unwrap(node);
    if (isProcessEnv(bare) || (ts.isIdentifier(bare) && names.has(bare.text))) return true;
    if (ts.isBinaryExpression(bare)) return holds(bare.left) || holds(bare.right);
    if (ts.isConditionalExpression(bare)) return holds(bare.whenTrue) || holds(bare.whenFalse);
    if (!ts.isObjectLiteralExpression(bare)) return false;
    return bare.properties.some((property) => ts.isSpreadAssignment(property) && holds(property.expression));
  };
  const walk = (node: ts.Node): void => {
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
function importsOf(tree: ts.SourceFile): Map<string, [file: string, name: string]> {
  const names = new Map<string, [file: string, name: string]>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const { moduleSpecifier, importClause } = statement;
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const bindings = importClause?.namedBindings;
    if (!specifier.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) continue;
    const from = withoutExtension(path.posix.join(path.posix.dirname(tree.fileName), specifier));
    for (const { propertyName, name } of bindings.elements) names.set(name.text, [from, (propertyName ?? name).text]);
  }
  return names;
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

function nameOfFunction(node: ts.FunctionLikeDeclaration): string | null {
  if (node.name && ts.isIdentifier(node.name)) return node.name.text;
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed && ts.isIdentifier(parent.name) ? parent.name.text : null;
}

function functionAround(node: ts.Node): string | null {
  for (let outer = node.parent; outer; outer = outer.parent) if (isFunction(outer)) return nameOfFunction(outer);
  return null;
}

/** The function whose argument an identifier is; null if the function has no name. */
function parameterOf(identifier: ts.Identifier): { name: string; index: number } | null {
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
function listOfLoop(identifier: ts.Identifier): string[] | null {
  for (let outer = identifier.parent; outer; outer = outer.parent) {
    if (!ts.isForOfStatement(outer) || !ts.isVariableDeclarationList(outer.initializer)) continue;
    if (outer.initializer.declarations[0]?.name.getText() !== identifier.text) continue;
    const list = unwrap(outer.expression);
    if (!ts.isArrayLiteralExpression(list)) return null;
    const names = list.elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
    return names.length === list.elements.length ? names : null;
  }
  return null;
}
