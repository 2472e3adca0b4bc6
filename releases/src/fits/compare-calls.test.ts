/** Tests the comparison of recorded calls with an OpenAPI document, case by case. The API's own test plays changes of its whole document. */
import type { Call } from './calls';
import { type ApiDescription, type ApiOperation, brokenCalls } from './compare-calls';
import type { JsonSchema } from './json-schema';

const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const call = (fields: Partial<Call>): Call => ({ method: 'GET', paths: ['/venues/{}'], at: 'src/a.ts:1', ...fields });

const api = (operation: ApiOperation = {}, at = '/api/v1/venues/{id}', method = 'get'): ApiDescription => ({
  paths: { [at]: { [method]: { responses: { 200: {} }, ...operation } } },
  components: { schemas: { Named: object({ name: text }), State: { enum: ['open', 'closed'] } } },
});

const problems = (calls: Partial<Call>, document: ApiDescription) =>
  brokenCalls({ calls: [call(calls)] }, document).map((each) =>
    each.replace(/^[A-Z]+ \S+: (.*) \(src\/a.ts:1\)$/, '$1'),
  );

test('a problem names the operation and the place in the sources', () => {
  expect(brokenCalls({ calls: [call({})] }, { paths: {} })).toEqual([
    'GET /venues/{}: the API does not have this operation. (src/a.ts:1)',
  ]);
});

test.each([
  ['its parameter has any name', '/venues/{}', '/api/v1/venues/{venueId}', []],
  [
    'a segment that the app states is another path',
    '/venues/open',
    '/api/v1/venues/{id}',
    ['does not have this operation'],
  ],
  ['unless the parameter takes it', '/venues/open', '/api/v1/venues/{state}', []],
  ['or the parameter is a number', '/venues/7', '/api/v1/venues/{number}', []],
  ['a filled segment is no stated one', '/venues/{}', '/api/v1/venues/open', ['does not have this operation']],
])('a path: %s', (_case, path, documented, expected) => {
  const parameters = [
    { name: 'id', in: 'path', schema: { type: 'integer' } },
    { name: 'number', in: 'path', schema: { type: 'integer' } },
    { name: 'state', in: 'path', schema: { $ref: '#/components/schemas/State' } },
  ];
  const found = problems({ paths: [path] }, api({ parameters }, documented));
  expect(found).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test('another method of a path is not the operation', () => {
  expect(problems({ method: 'PUT' }, api())).toEqual(['the API has this path without PUT.']);
});

const READ: [string, JsonSchema, JsonSchema, string[]][] = [
  ['a field is there', object({ name: text }), object({ name: text }), []],
  ['by a reference', { $ref: '#/components/schemas/Named' }, object({ name: text }), []],
  ['further fields', object({ name: text, id: number }), object({ name: text }), []],
  ['a field is gone', object({}), object({ name: text }), ['name of the response is gone.']],
  [
    'a field may be missing',
    object({ name: text }, []),
    object({ name: text }),
    ['name of the response may be missing.'],
  ],
  ['the app expects that', object({}), object({ name: text }, []), []],
  [
    'a field may be null',
    object({ name: { type: ['string', 'null'] } }),
    object({ name: text }),
    ['name of the response may be null, and it reads a text.'],
  ],
  [
    'another type',
    object({ name: number }),
    object({ name: text }),
    ['name of the response may be a number, and it reads a text.'],
  ],
  [
    'anything',
    object({ name: {} }),
    object({ name: text }),
    ['name of the response may be anything, and it reads a text.'],
  ],
  ['the app reads anything', object({ name: number }), object({ name: {} }), []],
  [
    'a field of a list',
    { type: 'array', items: object({}) },
    { type: 'array', items: object({ name: text }) },
    ['[].name of the response is gone.'],
  ],
  [
    'a further value',
    object({ state: { enum: ['a', 'b'] } }),
    object({ state: { enum: ['a'] } }),
    ['state of the response may have "b", which it does not know.'],
  ],
  ['fewer values', object({ state: { enum: ['a'] } }), object({ state: { enum: ['a', 'b'] } }), []],
  [
    'any text in place of values',
    object({ state: text }),
    object({ state: { enum: ['a'] } }),
    ['state of the response may have other values, which it does not know.'],
  ],
  ['values in place of any text', object({ state: { enum: ['a'] } }), object({ state: text }), []],
  ['both values of a boolean', object({ is: { type: 'boolean' } }), object({ is: { enum: [true, false] } }), []],
  [
    'one of several forms',
    { anyOf: [object({ a: text }), object({ b: text })] },
    { anyOf: [object({ b: text }), object({ a: text })] },
    [],
  ],
  [
    'a form that the app does not know',
    { anyOf: [object({ a: text }), object({ b: text })] },
    object({ a: text }),
    ['a of the response is gone.'],
  ],
  [
    'fields of an intersection',
    { allOf: [object({ a: text }), object({ b: text })] },
    object({ a: text, b: text }),
    [],
  ],
  [
    'a field by any name',
    { type: 'object', additionalProperties: number },
    { type: 'object', additionalProperties: text },
    ['[…] of the response may be a number, and it reads a text.'],
  ],
];
test.each(READ)('what an app reads: %s', (_case, given, response, expected) => {
  expect(problems({ response }, api({ responses: { 200: { content: json(given) } } }))).toEqual(expected);
});

test.each([
  ['no response of success', {}, ['it no longer has a response of success.']],
  ['a response without JSON', { 204: {} }, ['its response 204 may have no JSON, and the app reads it.']],
  [
    'a further response without JSON',
    { 200: { content: json(object({ name: text })) }, 204: {} },
    ['its response 204 may have no JSON, and the app reads it.'],
  ],
  ['another status of success', { 201: { content: json(object({ name: text })) } }, []],
])('the statuses: %s', (_case, responses, expected) => {
  expect(problems({ response: object({ name: text }) }, api({ responses }))).toEqual(expected);
});

const SENT: [string, JsonSchema, JsonSchema, string[]][] = [
  ['what the API wants', object({ name: text }), object({ name: text }), []],
  ['a field that may be left out', object({}), object({ name: text }, []), []],
  ['a field is required', object({}), object({ name: text }), ['name of the request is required.']],
  [
    'a field is required that the app does not always send',
    object({ name: text }, []),
    object({ name: text }),
    ['name of the request is required, and it does not always send it.'],
  ],
  [
    'a field is no longer accepted',
    object({ name: text, note: text }),
    object({ name: text }),
    ['note of the request is no longer accepted.'],
  ],
  ['any field is accepted', object({ name: text }), { type: 'object', additionalProperties: text }, []],
  [
    'another type',
    object({ name: text }),
    object({ name: number }),
    ['name of the request has to be a number, and it sends a text.'],
  ],
  [
    'a value is no longer accepted',
    object({ state: { enum: ['a', 'b'] } }),
    object({ state: { enum: ['a'] } }),
    ['state of the request no longer takes "b".'],
  ],
  ['a text may be one of the values', object({ state: text }), object({ state: { enum: ['a'] } }), []],
  ['null', object({ name: { type: 'null' } }), object({ name: { anyOf: [text, { type: 'null' }] } }), []],
];
test.each(SENT)('what an app sends: %s', (_case, body, wanted, expected) => {
  const document = api({ requestBody: { content: json(wanted) } }, '/api/v1/venues/{id}', 'post');
  expect(problems({ method: 'POST', body }, document)).toEqual(expected);
});

test('code of several operations sends a field only to those that take it', () => {
  const document: ApiDescription = {
    paths: Object.fromEntries(
      ['items', 'menus'].map((kind) => [
        `/api/v1/${kind}`,
        { post: { responses: { 200: {} }, requestBody: { content: json(object({ [kind]: text })) } } },
      ]),
    ),
  };
  const paths = ['/items', '/menus'];
  expect(problems({ method: 'POST', paths, body: object({ items: text, menus: text }, []) }, document)).toEqual([]);
  expect(problems({ method: 'POST', paths, body: object({ items: text, menus: text }) }, document)).toEqual([
    'menus of the request is no longer accepted.',
    'items of the request is no longer accepted.',
  ]);
});

test.each([
  ['a parameter that it takes', { query: object({ limit: number }) }, []],
  ['no parameter', {}, []],
  ['one that it does not take', { query: object({ page: number }) }, ['the parameter page is no longer accepted.']],
  ['a value of a list', { query: object({ state: { enum: ['open'] } }) }, []],
  ['another value', { query: object({ state: { enum: ['late'] } }) }, ['the parameter state no longer takes "late".']],
])('the parameters: %s', (_case, sent, expected) => {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
    { name: 'state', in: 'query', schema: { $ref: '#/components/schemas/State' } },
  ];
  expect(problems(sent, api({ parameters }))).toEqual(expected);
});

test.each([
  ['a required parameter', { name: 'from', in: 'query', required: true }, 'the parameter from is required.'],
  [
    'a required header',
    { name: 'Idempotency-Key', in: 'header', required: true },
    'the header Idempotency-Key is required.',
  ],
])('%s has to be sent', (_case, parameter, problem) => {
  const document = api({ parameters: [parameter] });
  expect(problems({}, document)).toEqual([problem]);
  expect(
    problems(
      { query: parameter.in === 'query' ? object({ from: text }) : undefined, headers: ['idempotency-key'] },
      document,
    ),
  ).toEqual([]);
});
