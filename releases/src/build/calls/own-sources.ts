/** An index of an app's sources: what they call, which fields they set, and the names of the fields that they read. */
import ts from 'typescript';

/** A place that sets a field: in an object, or as an attribute of an element. */
export interface Assignment {
  value: ts.Expression;
  /** The object or the attributes. Its contextual type tells which field is set. */
  container: ts.Expression;
}

export interface OwnSources {
  calls: readonly ts.CallExpression[];
  /** The calls by the name of the called function or method. */
  callsOf(name: string): readonly ts.CallExpression[];
  /** The places that set a field of this name. */
  assignmentsOf(name: string): readonly Assignment[];
}

function add<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const known = map.get(name);
  if (known) known.push(value);
  else map.set(name, [value]);
}

const nameOfCalled = ({ expression }: ts.CallExpression): string | undefined => {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
};

export function ownSources(sources: readonly ts.SourceFile[]): OwnSources {
  const calls: ts.CallExpression[] = [];
  const byName = new Map<string, ts.CallExpression[]>();
  const assignments = new Map<string, Assignment[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      calls.push(node);
      const name = nameOfCalled(node);
      if (name !== undefined) add(byName, name, node);
    } else if (ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name)) {
      add(assignments, node.name.text, { value: node.initializer, container: node.parent });
    } else if (ts.isShorthandPropertyAssignment(node)) {
      add(assignments, node.name.text, { value: node.name, container: node.parent });
    } else if (ts.isJsxAttribute(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { initializer } = node;
      const value = ts.isJsxExpression(initializer) ? initializer.expression : initializer;
      if (value) add(assignments, node.name.text, { value, container: node.parent });
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(source);
  return {
    calls,
    callsOf: (name) => byName.get(name) ?? [],
    assignmentsOf: (name) => assignments.get(name) ?? [],
  };
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/**
 * Lists the names of fields that sources read: by `order.total`, `{ total } = order` and `order['total']`. A text that could be a name counts
 * too, since code may read a field by a name from a list.
 */
export function namesReadIn(sources: readonly ts.SourceFile[]): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) names.add(node.name.text);
    else if (ts.isStringLiteralLike(node)) {
      if (IDENTIFIER.test(node.text)) names.add(node.text);
    } else if (ts.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      if (ts.isIdentifier(name)) names.add(name.text);
    } else if (ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)) {
      // In `({ total } = order)` the object is a pattern, which is rare: a name too many does no harm.
      if (ts.isIdentifier(node.name) && isPattern(node.parent)) names.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(source);
  return names;
}

const isPattern = ({ parent }: ts.ObjectLiteralExpression): boolean =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
