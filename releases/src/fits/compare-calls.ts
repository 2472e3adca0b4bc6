/** Compares the calls of a build with the OpenAPI document of an API. Pure. */
import type { Call, Calls } from './calls';
import { type Difference, differencesOf, formsOf, type JsonSchema, type Resolve, type Telling } from './json-schema';

type Content = Readonly<Record<string, { schema?: JsonSchema | undefined }>>;

/** The operation of a document, as far as it is compared. */
export interface ApiOperation {
  parameters?:
    | readonly { name: string; in: string; required?: boolean | undefined; schema?: JsonSchema | undefined }[]
    | undefined;
  requestBody?: { content?: Content | undefined } | undefined;
  responses?: Readonly<Record<string, { content?: Content | undefined }>> | undefined;
}

/** The OpenAPI document, as far as it is compared. */
export interface ApiDescription {
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  components?: { schemas?: Readonly<Record<string, JsonSchema>> | undefined } | undefined;
}

/** The root of the API in the addresses of the document. */
const ROOT = '/api/v1';
const JSON_BODY = 'application/json';
const REF = '#/components/schemas/';

/** The API gives a response, and the app wants what it reads. */
const RESPONSE: Telling = {
  missing: 'is gone',
  optional: 'may be missing',
  otherType: (given, wanted) => `may be ${withArticle(given)}, and it reads ${withArticle(wanted)}`,
  otherValues: (values) => `may have ${values}, which it does not know`,
  isOpenRefused: true,
};

/** The app gives a request, and the API wants what it accepts. */
const REQUEST: Telling = {
  missing: 'is required',
  optional: 'is required, and it does not always send it',
  otherType: (given, wanted) => `has to be ${withArticle(wanted)}, and it sends ${withArticle(given)}`,
  otherValues: (values) => `no longer takes ${values}`,
  unwanted: 'is no longer accepted',
  isOpenRefused: false,
};

const ARTICLES: Readonly<Record<string, string>> = {
  null: 'null',
  unknown: 'anything',
  array: 'a list',
  object: 'an object',
  string: 'a text',
  number: 'a number',
  boolean: 'a yes or no',
};
const withArticle = (types: string) =>
  types
    .split(' or ')
    .map((type) => ARTICLES[type] ?? type)
    .join(' or ');

type Methods = Readonly<Record<string, ApiOperation>>;

const HOLE = '{}';

/** Finds the operation of a path. A segment that the app states may also be a value of a parameter, as the kind in '/menus/{kind}'. */
function operationFinder({ paths }: ApiDescription, resolve: Resolve) {
  const documented = Object.entries(paths).map(([path, methods]) => ({
    segments: (path.startsWith(ROOT) ? path.slice(ROOT.length) : path).split('/').slice(1),
    methods: methods as Methods,
  }));
  const isValueOf = (segment: string, name: string, { parameters = [] }: ApiOperation) => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {};
    return formsOf(schema, resolve).some(({ type, values }) =>
      type === 'number' ? /^\d+$/.test(segment) : values ? values.includes(segment) : type !== 'null',
    );
  };
  return ({ method }: Call, path: string): { operation?: ApiOperation | undefined; isPathKnown: boolean } => {
    const wanted = path.split('/').slice(1);
    const verb = method.toLowerCase();
    let found: { operation: ApiOperation; stated: number } | undefined;
    let isPathKnown = false;
    for (const { segments, methods } of documented) {
      if (segments.length !== wanted.length) continue;
      const stated = segments.filter((segment, index) => segment === wanted[index]).length;
      const [, first] = Object.entries(methods)[0] ?? [];
      const operation = methods[verb] ?? first;
      const isSame = segments.every((segment, index) => {
        const own = wanted[index] ?? '';
        const [, name] = /^\{(.*)\}$/.exec(segment) ?? [];
        if (name === undefined) return segment === own;
        return own === HOLE || (operation !== undefined && isValueOf(own, name, operation));
      });
      if (!isSame) continue;
      isPathKnown = true;
      const own = methods[verb];
      // The server prefers a path that states a segment to one with a parameter.
      if (own && (!found || stated > found.stated)) found = { operation: own, stated };
    }
    return { operation: found?.operation, isPathKnown };
  };
}

/**
 * Lists what breaks the calls of a build, a sentence for each operation and field: 'GET /venues/{}: data.name is gone.'
 * @param document the API that the build would call
 */
export function brokenCalls({ calls }: Pick<Calls, 'calls'>, document: ApiDescription): string[] {
  const resolve: Resolve = (ref) => document.components?.schemas?.[ref.slice(REF.length)];
  const find = operationFinder(document, resolve);
  const problems = calls.flatMap((call) =>
    call.paths.flatMap((path) => {
      const { operation, isPathKnown } = find(call, path);
      const found = operation ? problemsOfCall(call, operation, resolve) : [goneSentence(call, isPathKnown)];
      return found.map((problem) => `${call.method} ${path}: ${problem} (${call.at})`);
    }),
  );
  return [...new Set(problems)];
}

const goneSentence = ({ method }: Call, isPathKnown: boolean) =>
  isPathKnown ? `the API has this path without ${method}.` : 'the API does not have this operation.';

function problemsOfCall(call: Call, operation: ApiOperation, resolve: Resolve): string[] {
  return [
    ...problemsOfParameters(call, operation, resolve),
    ...problemsOfBody(call, operation, resolve),
    ...problemsOfResponse(call, operation, resolve),
  ];
}

const sentence = (what: string, { field, what: problem }: Difference) =>
  field === '' ? `the ${what} ${problem}.` : `${field} of the ${what} ${problem}.`;

/** A query is text, so only names and lists of values are compared. */
function problemsOfParameters({ query = {}, headers = [] }: Call, { parameters = [] }: ApiOperation, resolve: Resolve) {
  const { properties: sent = {}, required = [] } = query;
  // The names of an object with any fields are not known.
  const isOpen = query.additionalProperties !== undefined;
  const known = new Map(parameters.filter((each) => each.in === 'query').map((each) => [each.name, each]));
  const problems: string[] = [];
  for (const [name, parameter] of known) {
    if (parameter.required && !isOpen && !required.includes(name))
      problems.push(`the parameter ${name} is required${name in sent ? ', and it does not always send it' : ''}.`);
  }
  for (const [name, schema] of Object.entries(sent)) {
    const parameter = known.get(name);
    if (!parameter) problems.push(`the parameter ${name} is no longer accepted.`);
    else if (parameter.schema) {
      const differences = differencesOf(asTexts(schema), asTexts(parameter.schema, resolve), bothBy(resolve, REQUEST));
      problems.push(...differences.map(({ what }) => `the parameter ${name} ${what}.`));
    }
  }
  for (const { name, in: place, required: isRequired } of parameters) {
    if (place === 'header' && isRequired && !headers.includes(name.toLowerCase()))
      problems.push(`the header ${name} is required.`);
  }
  return problems;
}

/** Keeps only the lists of values, as the texts that an address has. Every other text may be one of an accepted number. */
function asTexts(schema: JsonSchema, resolve: Resolve = () => undefined): JsonSchema {
  if (schema.$ref !== undefined) return asTexts(resolve(schema.$ref) ?? {}, resolve);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const texts = choices.filter(({ type }) => type !== 'null').map((choice) => asTexts(choice, resolve));
    return texts.every((each) => each.enum) ? { enum: texts.flatMap((each) => each.enum ?? []) } : {};
  }
  const values = 'const' in schema ? [schema.const] : schema.enum;
  return values ? { enum: values.filter((value) => value !== null).map(String) } : {};
}

const bothBy = (resolve: Resolve, telling: Telling) => ({ given: resolve, wanted: resolve, telling });

const jsonIn = (content: Content | undefined) => content?.[JSON_BODY]?.schema;

/** Code that chooses one of several operations sends a field only to the ones that take it. */
const requestOf = ({ paths }: Call): Telling => ({ ...REQUEST, isShared: paths.length > 1 });

function problemsOfBody(call: Call, { requestBody }: ApiOperation, resolve: Resolve): string[] {
  const { method, body } = call;
  const wanted = jsonIn(requestBody?.content);
  if (method === 'GET' || method === 'DELETE' || !body || !wanted) return [];
  return differencesOf(body, wanted, bothBy(resolve, requestOf(call))).map((each) => sentence('request', each));
}

function problemsOfResponse({ response }: Call, { responses = {} }: ApiOperation, resolve: Resolve): string[] {
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  if (successes.length === 0) return ['it no longer has a response of success.'];
  if (!response) return [];
  const empty = successes.find(([, { content }]) => !jsonIn(content));
  if (empty) return [`its response ${empty[0]} may have no JSON, and the app reads it.`];
  const given = { anyOf: successes.map(([, { content }]) => jsonIn(content) ?? {}) };
  return differencesOf(given, response, bothBy(resolve, RESPONSE)).map((each) => sentence('response', each));
}
