/** Reads the paths that an expression may have, with `{}` for each segment that only a running page knows. */
import ts from 'typescript';
import type { OwnSources } from './own-sources';
import type { CallProgram } from './program';

/** The expressions of the parameters of a function whose call is followed. */
type Bound = ReadonlyMap<ts.Symbol, { value: ts.Expression | undefined; bound: Bound }>;

const NOTHING_BOUND: Bound = new Map();
/** The most functions and variables that are followed after each other. */
const MOST_STEPS = 12;
/** The most texts of one expression. Code with more is not a path with a few variants. */
const MOST_TEXTS = 40;

const FILL_PATH = { name: 'fillPath', file: 'remote/prefetch.d.ts' };
const HOLE = '{}';

type Texts = readonly string[] | undefined;

const unique = (texts: Texts): Texts => texts && [...new Set(texts)].sort();

/** @returns undefined if one of the texts is not known, or there are none */
function union(all: readonly Texts[]): Texts {
  const known = all.filter((texts) => texts !== undefined);
  if (known.length === 0 || known.length < all.length) return undefined;
  const texts = unique(known.flat());
  return texts && texts.length <= MOST_TEXTS ? texts : undefined;
}

const joined = (left: readonly string[], right: readonly string[]): string[] =>
  left.flatMap((one) => right.map((other) => one + other));

/** Removes what has no effect on a value: brackets, `as`, `satisfies`, `!`. */
export function bare(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

/** A path whose segments are each known or filled in as a whole: '/vendors/{}/tables'. */
export const isWholePath = (text: string): boolean => /^(\/(\{\}|[\w.~-]+))+$/.test(text);

export function pathReader({ checker, isIn }: CallProgram, own: OwnSources) {
  /** The place of the declaration, through imports. */
  function declarationOf(node: ts.Node): { symbol: ts.Symbol; declaration: ts.Declaration } | undefined {
    const found = checker.getSymbolAtLocation(node);
    const symbol = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    return symbol && declaration && { symbol, declaration };
  }

  /** Finds the called function by its name, since to resolve a call takes the compiler long. */
  const functionOf = ({ expression }: ts.CallExpression) => functionNamed(expression);

  function functionNamed(node: ts.Node): ts.SignatureDeclaration | undefined {
    const name = ts.isPropertyAccessExpression(node) ? node.name : node;
    const declaration = declarationOf(name)?.declaration;
    if (!declaration) return undefined;
    if (ts.isFunctionLike(declaration)) return declaration;
    const value =
      (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) && declaration.initializer;
    return value && ts.isFunctionLike(value) ? value : undefined;
  }

  /** The values of a type that is a list of texts. */
  function literalsOf(node: ts.Expression): Texts {
    const type = checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const texts = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
    return texts.length === parts.length && texts.length > 0 ? unique(texts) : undefined;
  }

  function textsOf(given: ts.Expression, bound: Bound = NOTHING_BOUND, steps = 0): Texts {
    const node = bare(given);
    if (steps > MOST_STEPS) return undefined;
    if (ts.isStringLiteralLike(node)) return [node.text];
    if (ts.isTemplateExpression(node)) return textsOfTemplate(node, bound, steps);
    if (ts.isConditionalExpression(node))
      return union([node.whenTrue, node.whenFalse].map((each) => textsOf(each, bound, steps + 1)));
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const left = textsOf(node.left, bound, steps + 1);
      return left && appended(left, node.right, bound, steps);
    }
    const isBound = ts.isIdentifier(node) && bound.has(checker.getSymbolAtLocation(node) as ts.Symbol);
    const literals = isBound ? undefined : literalsOf(node);
    if (literals) return literals;
    if (ts.isCallExpression(node)) return textsOfCall(node, bound, steps + 1);
    if (ts.isIdentifier(node)) return textsOfName(node, bound, steps + 1);
    if (ts.isPropertyAccessExpression(node)) return textsOfField(node.name, steps + 1);
    return undefined;
  }

  /** Appends an expression. Behind a slash it is a segment, which may be filled in. */
  function appended(before: readonly string[], node: ts.Expression, bound: Bound, steps: number): Texts {
    const isSegment = before.every((text) => text.endsWith('/'));
    const isName = ts.isIdentifier(node) && bound.has(checker.getSymbolAtLocation(node) as ts.Symbol);
    const texts = isSegment && !isName ? literalsOf(node) : textsOf(node, bound, steps + 1);
    if (texts) return joined(before, texts);
    return isSegment ? joined(before, [HOLE]) : undefined;
  }

  function textsOfTemplate({ head, templateSpans }: ts.TemplateExpression, bound: Bound, steps: number): Texts {
    let texts: Texts = [head.text];
    for (const { expression, literal } of templateSpans) {
      texts = texts && appended(texts, expression, bound, steps);
      texts = texts && joined(texts, [literal.text]);
    }
    return texts && texts.length <= MOST_TEXTS ? unique(texts) : undefined;
  }

  function textsOfCall(node: ts.CallExpression, bound: Bound, steps: number): Texts {
    const called = functionOf(node);
    if (!called) return undefined;
    const [first] = node.arguments;
    if (isIn(called, FILL_PATH.file) && nameOfFunction(called) === FILL_PATH.name)
      return first && textsOf(first, bound, steps)?.map((text) => text.replaceAll(/:[A-Za-z]+/g, HOLE));
    const returned = returnedBy(called);
    if (returned.length === 0) return undefined;
    const inner = new Map(bound);
    for (const [index, parameter] of called.parameters.entries()) {
      const symbol = ts.isIdentifier(parameter.name) && checker.getSymbolAtLocation(parameter.name);
      if (symbol) inner.set(symbol, { value: node.arguments[index] ?? parameter.initializer, bound });
    }
    return union(returned.map((each) => textsOf(each, inner, steps)));
  }

  function textsOfName(node: ts.Identifier, bound: Bound, steps: number): Texts {
    const argument = bound.get(checker.getSymbolAtLocation(node) as ts.Symbol);
    if (argument) return argument.value && textsOf(argument.value, argument.bound, steps);
    const shorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent;
    const symbol = shorthand ? checker.getShorthandAssignmentValueSymbol(shorthand) : undefined;
    const declaration = symbol?.valueDeclaration ?? declarationOf(node)?.declaration;
    if (!declaration) return undefined;
    if (ts.isBindingElement(declaration)) {
      const name = declaration.propertyName ?? declaration.name;
      return ts.isIdentifier(name) ? textsOfBinding(declaration, name, steps) : undefined;
    }
    if (ts.isParameter(declaration)) return textsOfParameter(declaration, steps);
    const isConstant = ts.isVariableDeclaration(declaration) && declaration.initializer;
    return isConstant ? textsOf(declaration.initializer, bound, steps) : undefined;
  }

  /** The arguments of all calls of the parameter's function in the app. */
  function textsOfParameter(parameter: ts.ParameterDeclaration, steps: number): Texts {
    const { parent: called } = parameter;
    const index = called.parameters.indexOf(parameter);
    const name = nameOfFunction(called);
    if (!name) return undefined;
    const values = own
      .callsOf(name)
      .filter((call) => functionOf(call) === called)
      .map((call) => call.arguments[index] ?? parameter.initializer);
    return union(values.map((value) => value && textsOf(value, NOTHING_BOUND, steps)));
  }

  function textsOfBinding({ parent }: ts.BindingElement, name: ts.Identifier, steps: number): Texts {
    const field = checker.getTypeAtLocation(parent).getProperty(name.text);
    return field && textsOfFieldSymbol(field, steps);
  }

  function textsOfField(name: ts.MemberName, steps: number): Texts {
    const field = declarationOf(name)?.symbol;
    return field && textsOfFieldSymbol(field, steps);
  }

  /** What the app's objects and elements set the field to. */
  function textsOfFieldSymbol(field: ts.Symbol, steps: number): Texts {
    const [declaration] = field.declarations ?? [];
    if (!declaration) return undefined;
    if (ts.isPropertyAssignment(declaration)) return textsOf(declaration.initializer, NOTHING_BOUND, steps);
    if (ts.isShorthandPropertyAssignment(declaration)) return textsOf(declaration.name, NOTHING_BOUND, steps);
    const values = own
      .assignmentsOf(field.name)
      .filter(
        ({ container }) => typeOfContainer(container)?.getProperty(field.name)?.declarations?.[0] === declaration,
      );
    return union(values.map(({ value }) => textsOf(value, NOTHING_BOUND, steps)));
  }

  /** The type that an object is written for, or the properties that an element's component takes. */
  function typeOfContainer(container: ts.Expression): ts.Type | undefined {
    if (!ts.isJsxAttributes(container)) return checker.getContextualType(container);
    const component = functionNamed(container.parent.tagName);
    const [properties] = component?.parameters ?? [];
    return properties && checker.getTypeAtLocation(properties);
  }

  return { textsOf: (node: ts.Expression) => textsOf(node), declarationOf };
}

/** The expressions that a function returns. */
function returnedBy(called: ts.SignatureDeclaration): ts.Expression[] {
  const { body } = called as ts.FunctionLikeDeclaration;
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

function nameOfFunction(called: ts.SignatureDeclaration): string | undefined {
  if (called.name && ts.isIdentifier(called.name)) return called.name.text;
  const { parent } = called;
  const isNamed = (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && ts.isIdentifier(parent.name);
  return isNamed ? (parent.name as ts.Identifier).text : undefined;
}
