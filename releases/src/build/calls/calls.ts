/**
 * Lists the operations of the API that an app calls by the typed client, with what it sends and the fields of the response that it reads. The
 * compiler finds the calls, whatever the local names are.
 */
import path from 'node:path';
import ts from 'typescript';
import { CALLS_FORM, type Call, type Calls, METHODS } from '../../fits/calls';
import type { JsonSchema } from '../../fits/json-schema';
import { namesReadIn, ownSources } from './own-sources';
import { bare, isWholePath, pathReader } from './path-texts';
import { callProgram, type Declared } from './program';
import { schemaWriter } from './type-schema';

const CLIENT = { name: 'ApiClient', file: 'client/index.d.ts' };
const QUERY = { file: 'query.d.ts', functions: ['resource', 'useResource'] };
const VERBS: ReadonlySet<string> = new Set(METHODS.map((method) => method.toLowerCase()));
/** The request of a route's manifest. The build of the remote that declares it records it. */
const PREFETCH = { name: 'Prefetch', file: 'remote/prefetch.d.ts' };

const NO_FIELDS: JsonSchema = { type: 'object', properties: {}, required: [] };

/** The parts of a call that are compared. */
interface Parts {
  method: Call['method'];
  path: ts.Expression;
  params?: ts.Expression | undefined;
  body?: ts.Expression | undefined;
  options?: ts.Expression | undefined;
}

/** A request that the shell makes for a route before its screen is loaded. */
interface Prefetched {
  path: string;
  params?: Readonly<Record<string, string>> | undefined;
}

/** An app of which the calls are listed. */
export interface CallingApp {
  /** The app's folder. */
  directory: string;
  /** Its source files, without tests. */
  files: readonly string[];
  prefetches?: readonly Prefetched[];
  /** The compiled code of its other sources, such as components of Vue. They read fields of responses, and call nothing. */
  components?: readonly string[];
}

/** The contracts that it is built with. */
export interface CalledContract extends Declared {
  /** Names of the fields that their own code reads. */
  reads: readonly string[];
}

/**
 * @param contracts the folder of shared-contracts
 * @returns the same for the same sources, in whatever order the compiler meets them
 */
export function callsOf(
  { directory, files, prefetches = [], components = [] }: CallingApp,
  contract: CalledContract,
  contracts: string,
): Calls {
  const program = callProgram(files, contract, contracts);
  const { checker, sources, isIn } = program;
  const own = ownSources(sources);
  const compiled = components.map((code) => ts.createSourceFile('component.js', code, ts.ScriptTarget.Latest, true));
  const names = new Set([...namesReadIn([...sources, ...compiled]), ...contract.reads]);
  const reader = pathReader(program, own);
  const sent = schemaWriter(checker);
  const read = schemaWriter(checker, (name) => names.has(name));

  const isDeclaredAs = (declaration: ts.Node | undefined, { name, file }: { name: string; file: string }) =>
    isIn(declaration, file) &&
    ts.isInterfaceDeclaration(declaration as ts.Node) &&
    (declaration as ts.InterfaceDeclaration).name.text === name;

  function partsOf(call: ts.CallExpression, called: ts.Declaration): Parts | undefined {
    const [first, second, third] = call.arguments;
    if (!first) return undefined;
    if (ts.isMethodSignature(called) && isDeclaredAs(called.parent, CLIENT)) {
      const method = METHODS.find((each) => each.toLowerCase() === called.name.getText());
      if (!method) return undefined;
      const hasBody = method === 'POST' || method === 'PUT';
      return { method, path: first, ...(hasBody ? { body: second, options: third } : { options: second }) };
    }
    const isQuery = isIn(called, QUERY.file) && ts.isFunctionDeclaration(called);
    if (!isQuery || !QUERY.functions.includes(called.name?.text ?? '')) return undefined;
    return { method: 'GET', path: first, params: second };
  }

  /** Finds the called function by its name alone, since to resolve each call takes the compiler long. */
  function calledBy({ expression }: ts.CallExpression): ts.Declaration | undefined {
    if (ts.isPropertyAccessExpression(expression))
      return VERBS.has(expression.name.text) ? reader.declarationOf(expression.name)?.declaration : undefined;
    if (!ts.isIdentifier(expression)) return undefined;
    const declaration = reader.declarationOf(expression)?.declaration;
    if (!declaration || !ts.isBindingElement(declaration)) return declaration;
    // A verb may be taken out of the client: `const { get } = api()`.
    const name = declaration.propertyName ?? declaration.name;
    const isVerb = ts.isIdentifier(name) && VERBS.has(name.text);
    return isVerb ? checker.getTypeAtLocation(declaration.parent).getProperty(name.text)?.declarations?.[0] : undefined;
  }

  /** Tells whether a call only passes on what others call: in a client around the client, and for a route's manifest. */
  function isPassedOn(call: ts.CallExpression, { path: given }: Parts): boolean {
    if (ts.isPropertyAccessExpression(given)) {
      const field = reader.declarationOf(given.name)?.declaration;
      if (isDeclaredAs(field?.parent, PREFETCH)) return true;
    }
    const method = ts.findAncestor(call, (node) => ts.isFunctionLike(node))?.parent;
    const isMember = method && ts.isPropertyAssignment(method) && ts.isIdentifier(method.name);
    const wanted = isMember && checker.getContextualType(method.parent)?.getProperty(method.name.text);
    return Boolean(wanted && isDeclaredAs(wanted.declarations?.[0]?.parent, CLIENT));
  }

  function responseOf(call: ts.CallExpression): JsonSchema | undefined {
    const [given] = call.typeArguments ?? [];
    const type = given ? checker.getTypeFromTypeNode(given) : inferredType(call);
    const schema = type ? read.schemaOf(type) : {};
    return Object.keys(schema).length > 0 ? schema : undefined;
  }

  /** The type of a response that is not named at the call: `const body: Body = await api().get(path)`. */
  function inferredType(call: ts.CallExpression): ts.Type | undefined {
    const isMethod = ts.isPropertyAccessExpression(call.expression);
    const isUsed =
      !ts.isExpressionStatement(call.parent) &&
      !(ts.isAwaitExpression(call.parent) && ts.isExpressionStatement(call.parent.parent));
    return isMethod && isUsed ? checker.getAwaitedType(checker.getTypeAtLocation(call)) : undefined;
  }

  /** The field of an object, which may be an expression or only a type. */
  function fieldOf(node: ts.Expression | undefined, name: string): JsonSchema | undefined {
    if (!node) return undefined;
    const { properties = {} } = sent.schemaOfExpression(node);
    return properties[name];
  }

  const queryOf = ({ params, options }: Parts): JsonSchema | undefined =>
    params ? sent.schemaOfExpression(params) : fieldOf(options, 'params');

  function bodyOf({ method, body }: Parts): JsonSchema | undefined {
    if (method !== 'POST' && method !== 'PUT') return undefined;
    if (!body) return NO_FIELDS;
    const schema = sent.schemaOfExpression(body);
    return Object.keys(schema).length > 0 ? schema : undefined;
  }

  const placeOf = (node: ts.Node) => {
    const source = node.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return `${path.relative(directory, source.fileName).split(path.sep).join('/')}:${line + 1}`;
  };

  const calls: Call[] = prefetches.map(({ path: declared, params = {} }) => ({
    method: 'GET',
    paths: [declared.replaceAll(/:[A-Za-z]+/g, '{}')],
    ...withFields('query', {
      type: 'object',
      properties: Object.fromEntries(Object.keys(params).map((name) => [name, { type: 'string' }])),
      required: Object.keys(params),
    }),
    at: 'remote.json',
  }));
  const unread: string[] = [];
  for (const call of own.calls) {
    const called = calledBy(call);
    const parts = called && partsOf(call, called);
    if (!parts || isPassedOn(call, parts)) continue;
    const at = placeOf(call);
    const paths = reader.textsOf(bare(parts.path))?.map((text) => text.replace(/\?.*$/, ''));
    if (!paths?.every(isWholePath)) {
      unread.push(at);
      continue;
    }
    const headers = Object.keys(fieldOf(parts.options, 'headers')?.properties ?? {}).map((name) => name.toLowerCase());
    const [query, body, response] = [queryOf(parts), bodyOf(parts), responseOf(call)];
    calls.push({
      method: parts.method,
      paths,
      ...withFields('query', query),
      ...(headers.length > 0 && { headers: headers.sort() }),
      ...(body && { body }),
      ...(response && { response }),
      at,
    });
  }
  return { form: CALLS_FORM, calls: inOrder(calls), unread: unread.sort() };
}

/** Leaves out an object without fields. */
const withFields = (name: 'query', schema: JsonSchema | undefined) =>
  schema?.properties && (Object.keys(schema.properties).length > 0 || schema.additionalProperties)
    ? { [name]: schema }
    : {};

/** Sorts the calls, and keeps one of those that are alike but for their place. */
function inOrder(calls: readonly Call[]): Call[] {
  const keyed = calls.map((call) => ({ key: JSON.stringify({ ...call, at: undefined }), call }));
  keyed.sort((a, b) => (`${a.call.paths} ${a.key} ${a.call.at}` < `${b.call.paths} ${b.key} ${b.call.at}` ? -1 : 1));
  return keyed.filter(({ key }, index) => keyed[index - 1]?.key !== key).map(({ call }) => call);
}
