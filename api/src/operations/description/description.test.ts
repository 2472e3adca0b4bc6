import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { POLICIES } from 'core/policy/policies';
import * as contracts from 'shared-contracts/schemas';
import { z } from 'zod';
import { withTestApp } from '../../testing/test-app';
import { refsIn } from './components';
import type { ApiDocument } from './document';
import { EXAMPLES } from './examples';
import { extensionPointsPage } from './extension-points';
import { OPERATIONS } from './operations';

/** The release service is enabled, because it also has routes. */
const api = withTestApp({
  environment: {
    REGISTRY_KEY: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  },
});

const documentOf = async () => (await api.current.app.inject('/api/v1/openapi.json')).json<ApiDocument>();
const page = () => api.current.app.inject('/api/v1/docs');

const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

test('the description contains each route of the API, with its policy', async () => {
  const described = operationsOf(await documentOf())
    .filter(({ name }) => name.includes(' /api/'))
    .map(({ name, operation }) => `${name}: ${operation['x-policy']}`);
  const routes = api.current.app.routePolicies.map(
    ({ method, url, policy }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}: ${policy}`,
  );
  expect(described.sort()).toEqual(routes.sort());
});

test('each operation has a tag and explains its policy', async () => {
  for (const { name, operation } of operationsOf(await documentOf())) {
    expect([name, operation.tags]).toEqual([name, [expect.stringMatching(/^\w/)]]);
    const policy = operation['x-policy'] as keyof typeof POLICIES | undefined;
    expect(operation.description).toBe(policy && POLICIES[policy].meaning);
  }
});

test('each operation has its own name, and no name refers to a missing route', async () => {
  const ids = operationsOf(await documentOf()).map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.sort()).toEqual(
    Object.values(OPERATIONS)
      .map(({ id }) => id)
      .sort(),
  );
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
});

test('the description contains a schema once if several operations use it', async () => {
  const document = await documentOf();
  const responses = ({ name, operation }: ReturnType<typeof operationsOf>[number]) =>
    [name, refsIn(operation.responses).filter((ref) => ref.includes('/schemas/'))] as const;
  const refs = Object.fromEntries(operationsOf(document).map(responses));
  expect(refs['GET /api/v1/orders/{id}']).toEqual(['#/components/schemas/Order']);
  expect(refs['GET /api/v1/vendors/{id}/orders']).toEqual(['#/components/schemas/Order']);
  expect(refs['GET /api/v1/items/{id}']).toEqual(['#/components/schemas/Item']);
  expect(refs['GET /api/v1/carts/active']).toEqual(['#/components/schemas/Cart']);
  expect(JSON.stringify(document).match(/"order_items":\{"type":"object"/g)).toHaveLength(1);
});

test.each([
  ['GET /api/v1/venues', [422, 500, 503]],
  ['GET /api/v1/venues/{id}', [404, 422, 500, 503]],
  ['POST /api/v1/login', [400, 413, 415, 422, 429, 500, 503]],
  ['GET /api/v1/me', [401, 422, 500, 503]],
  ['GET /api/v1/carts/{id}', [401, 404, 422, 500, 503]],
  ['GET /api/v1/vendors/{id}/members', [401, 403, 404, 422, 500, 503]],
  ['PUT /api/v1/queues/notify/{orderId}', [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503]],
])('the refusals of %s follow from its policy and its request', async (name, refusals) => {
  const found = operationsOf(await documentOf()).find((each) => each.name === name);
  const statuses = Object.keys(found?.operation.responses ?? {}).map(Number);
  expect(statuses.filter((status) => status >= 400)).toEqual(refusals);
});

test('an id is an integer everywhere', async () => {
  for (const { name, operation } of operationsOf(await documentOf())) {
    for (const parameter of operation.parameters ?? []) {
      expect([name, parameter.name, parameter.schema?.type]).not.toEqual([name, parameter.name, 'number']);
    }
  }
});

test('a response without a body has no schema', async () => {
  const { paths } = await documentOf();
  expect(paths['/api/v1/logout']?.post?.responses?.[204]).toEqual({ description: 'No Content' });
  expect(paths['/api/v1/logout']?.post?.responses).not.toHaveProperty('200');
});

test('an upload is described as a file', async () => {
  const { paths } = await documentOf();
  expect(paths['/api/v1/vendors/{id}/pictures']?.post?.requestBody?.content).toEqual({
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  });
});

test.each(Object.entries(EXAMPLES))('the example of %s is valid', (name, example) => {
  const exported = `${name.charAt(0).toLowerCase()}${name.slice(1)}Schema`;
  const schema = (contracts as Record<string, unknown>)[exported] as z.ZodType;
  expect(z.prettifyError(schema.safeParse(example).error ?? new z.ZodError([]))).toBe('');
});

test('redocly lint has no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(await documentOf()));
  const redocly = join(__dirname, '../../../../node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // A status other than 0 rejects.
  const { stdout } = await promisify(execFile)(
    redocly,
    ['lint', file, '--extends', 'recommended', '--format', 'json'],
    {
      env,
      cwd: folder,
      maxBuffer: 10_000_000,
    },
  );
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout).totals.errors).toBe(0);
}, 60_000);

test('an operation that needs a session declares it', async () => {
  const { paths } = await documentOf();
  expect(paths['/api/v1/me']?.get).toHaveProperty('security', [{ session: [] }]);
  expect(paths['/api/v1/venues']?.get).toHaveProperty('security', []);
});

test('the page lists every operation of the description', async () => {
  const { body } = await page();
  for (const { name } of operationsOf(await documentOf())) expect(body).toContain(`<code>${name}</code>`);
});

test('the page shows the request and the response of an operation', async () => {
  const { body } = await page();
  const [, text = ''] = body.split('<code>PUT /api/v1/order-items/{id}</code>');
  const [card = ''] = text.split('</article>');
  expect(card).toContain('<span>buyer</span>');
  expect(card).toContain('<summary>Parameters</summary><pre>id: integer (path)</pre>');
  expect(card).toContain('<summary>Body</summary><pre>QuantityChange</pre>');
  expect(card).toContain('<summary>Response 200</summary><pre>{\n  data: Cart\n}</pre>');
  expect(card).toContain('404 NotFound');
  expect(body).toContain('<summary>QuantityChange</summary><pre>{\n  quantity: integer\n}</pre>');
});

test('the page runs no script and refers to no other site', async () => {
  const { headers, body } = await page();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/);
  expect(body).not.toMatch(/<script|style=|https?:|src=|url\(|@import/);
  expect([...body.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/api/v1/openapi.json']);
});

test('docs/reference/extension-points.md matches the output of `npm run roles`', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/reference/extension-points.md'), 'utf8');
  expect(page).toBe(extensionPointsPage(api.current.app.routePolicies));
});

test('each endpoint of the page says what it does', () => {
  const page = extensionPointsPage(api.current.app.routePolicies);
  expect(page).not.toContain('` |  | ');
});
