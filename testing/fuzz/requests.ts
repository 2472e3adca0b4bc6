/** Makes requests for a route: some that its schema allows, and some with a mistake. */
import fc from 'fast-check';
import { z } from 'zod';
import { fits, HOSTILE_TEXTS, hostile, type JsonSchema, jsonSchema, mutated } from './values';

const parameterSchema = z.object({
  in: z.enum(['path', 'query', 'header', 'cookie']),
  name: z.string(),
  schema: jsonSchema,
});
type Parameter = z.output<typeof parameterSchema>;

const METHODS = ['get', 'post', 'put', 'delete', 'patch'] as const;

const operationSchema = z.object({
  parameters: z.array(parameterSchema).default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ schema: jsonSchema }).optional() }) })
    .optional(),
});

/** The part of an OpenAPI document that describes a route's input. */
export const openApiSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(METHODS), operationSchema)),
});

interface Components {
  components: Record<string, Record<string, unknown>>;
}

/** Replaces each $ref in the document with its schema. No schema contains itself. */
export function withoutRefs(document: Components): unknown {
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const [, , kind = '', name = ''] = value.$ref.split('/');
      return resolved(document.components[kind]?.[name]);
    }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, resolved(child)]));
  };
  return resolved(document);
}

export interface Route {
  method: string;
  /** The path with its parameters in braces, as in OpenAPI. */
  path: string;
  parameters: readonly Parameter[];
  /** The schema of the body, or null if the document describes none. */
  body: JsonSchema | null;
}

export const routesOf = ({ paths }: z.output<typeof openApiSchema>): Route[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  );

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Null means no body. */
  body: Buffer | null;
}

/** Escapes each byte for an address, half of a surrogate pair included, which encodeURIComponent refuses. */
const escaped = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Segments with invalid escapes. */
const BROKEN_SEGMENTS = ['%', '%zz', '%ff', '%c0%af', '%ed%a0%80', '%2e%2e', '..%2f..%2f', '%00', "1'", '1;2', '1,2'];

/** Numbers just beyond an id, a column of the database or a number of JavaScript, and texts that only look like numbers. */
const BROKEN_NUMBERS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e999',
];

/** Makes a parameter of the address. It is mostly valid, so that the rest of the request is reached. */
const inAddress = (schema: JsonSchema, known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: known.length > 0 ? 6 : 0, arbitrary: known.length > 0 ? fc.constantFrom(...known) : fc.constant('') },
    { weight: 4, arbitrary: fits(schema).map((value) => escaped(asText(value))) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }).map(String) },
    { weight: 1, arbitrary: hostile.map((value) => escaped(asText(value)).slice(0, 3_000)) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_NUMBERS) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_SEGMENTS) },
  );

/** Makes text of the characters that a header may carry. Any other makes a broken request, which tricks.ts sends by hand. */
const inHeader = (schema: JsonSchema): fc.Arbitrary<string> =>
  fc
    .oneof(
      fits(schema).map(asText),
      fc.constantFrom(...HOSTILE_TEXTS),
      fc.string({ unit: 'binary-ascii', maxLength: 300 }),
    )
    .map((text) => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 5_000));

const BROKEN_BODIES: readonly Buffer[] = [
  '',
  '{',
  '{"a":1,}',
  'null',
  '[]',
  '"text"',
  '1e999',
  '\ufeff{}',
  '{"a":1,"a":2}',
  `${'['.repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  `[${'9'.repeat(100_000)}]`,
  `{"a":"${'x'.repeat(300_000)}"}`,
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), Buffer.alloc(1_000));

const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  'nonsense',
];

const jsonBytes = (value: unknown): Buffer => Buffer.from(value === undefined ? '' : JSON.stringify(value));

interface Content {
  body: Buffer | null;
  type: string;
}

/** @param examples bodies that the route accepted */
function contents(schema: JsonSchema | null, examples: readonly unknown[]): fc.Arbitrary<Content> {
  const json = (arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map((value) => ({ body: jsonBytes(value), type: 'application/json' }));
  const fitting = [...(schema ? [fits(schema)] : []), ...(examples.length > 0 ? [fc.constantFrom(...examples)] : [])];
  const broken = fc.constantFrom(...BROKEN_BODIES).map((body) => ({ body, type: 'application/json' }));
  if (fitting.length === 0) return fc.oneof(fc.constant({ body: null, type: '' }), json(hostile), broken);
  const right = fc.oneof(...fitting);
  return fc.oneof(
    { weight: 3, arbitrary: json(right) },
    { weight: 6, arbitrary: json(mutated(right)) },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: fc.record({ body: right.map(jsonBytes), type: fc.constantFrom(...CONTENT_TYPES) }) },
  );
}

const withName = (parameters: readonly Parameter[], place: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === place);

/** A call that the site accepted. */
export interface Example {
  method: string;
  path: string;
  body?: unknown;
}

/** The path parameters and bodies in the examples of this route. */
function examplesOf({ method, path }: Route, examples: readonly Example[]) {
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)')}(\\?|$)`);
  const known: Record<string, string[]> = {};
  const taken: unknown[] = [];
  for (const example of examples) {
    const groups = pattern.exec(example.path)?.groups;
    if (example.method !== method || (!groups && !pattern.test(example.path))) continue;
    for (const [name, value] of Object.entries(groups ?? {})) known[name] = [...(known[name] ?? []), value];
    if (example.body !== undefined) taken.push(example.body);
  }
  return { known, taken };
}

/** @param tokens the tokens of the sessions that may send it; '' for a visitor */
export function requestsFor(
  route: Route,
  tokens: readonly string[],
  examples: readonly Example[],
): fc.Arbitrary<FuzzRequest> {
  const { known, taken } = examplesOf(route, examples);
  const record = (
    place: Parameter['in'],
    of: (schema: JsonSchema, known: readonly string[]) => fc.Arbitrary<string>,
    isOptional: boolean,
  ) =>
    fc.record(
      Object.fromEntries(
        withName(route.parameters, place).map(({ name, schema }) => [name, of(schema, known[name] ?? [])]),
      ),
      isOptional ? { requiredKeys: [] } : {},
    ) as fc.Arbitrary<Record<string, string>>;
  const isRead = route.method === 'GET';
  return fc
    .record({
      path: record('path', inAddress, false),
      query: record('query', inAddress, true),
      odd: fc.option(fc.constantFrom('a=1&a=2', '__proto__[x]=1', '%', '&&&', 'id[]=1'), { freq: 6 }),
      headers: record('header', inHeader, true),
      content: isRead ? fc.constant<Content>({ body: null, type: '' }) : contents(route.body, taken),
      token: fc.constantFrom(...tokens),
      address: fc.ipV4(),
    })
    .map(({ path, query, odd, headers, content, token, address }) => {
      const filled = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '1');
      const search = [...Object.entries(query).map(([name, value]) => `${name}=${value}`), ...(odd ? [odd] : [])];
      return {
        method: route.method,
        path: search.length > 0 ? `${filled}?${search.join('&')}` : filled,
        headers: {
          ...headers,
          ...(content.type !== '' && { 'content-type': content.type }),
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          // Each request has an address of its own: this tests the input, not the limits.
          'x-forwarded-for': address,
        },
        body: content.body,
      };
    });
}
