import { POLICIES } from '../../policy/policies';
import { withTestApp } from '../../testing/test-app';
import type { ApiDocument } from './docs-page';

const api = withTestApp();

const documentOf = async () => (await api.current.app.inject('/api/v1/openapi.json')).json<ApiDocument>();
const page = () => api.current.app.inject('/api/v1/docs');

const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

test('the description has each route of the API, with its policy', async () => {
  const described = operationsOf(await documentOf())
    .filter(({ name }) => name.includes(' /api/'))
    .map(({ name, operation }) => `${name}: ${operation['x-policy']}`);
  const routes = api.current.app.routePolicies.map(
    ({ method, url, policy }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}: ${policy}`,
  );
  expect(described.sort()).toEqual(routes.sort());
});

test('each operation has a tag, and what its policy means', async () => {
  for (const { name, operation } of operationsOf(await documentOf())) {
    expect([name, operation.tags]).toEqual([name, [expect.stringMatching(/^\w/)]]);
    const policy = operation['x-policy'] as keyof typeof POLICIES | undefined;
    expect(operation.description).toBe(policy && POLICIES[policy].meaning);
  }
});

test('an operation that needs a session says so', async () => {
  const { paths } = await documentOf();
  expect(paths['/api/v1/me']?.get).toHaveProperty('security', [{ session: [] }]);
  expect(paths['/api/v1/venues']?.get).toHaveProperty('security', []);
});

test('the page lists every operation of the description', async () => {
  const { body } = await page();
  for (const { name } of operationsOf(await documentOf())) expect(body).toContain(`<code>${name}</code>`);
});

test('the page says what an operation takes and returns', async () => {
  const { body } = await page();
  const [, text = ''] = body.split('<code>PUT /api/v1/order-items/{id}</code>');
  const [card = ''] = text.split('</article>');
  expect(card).toContain('<span>buyer</span>');
  expect(card).toContain('<summary>Parameters</summary><pre>id: number (path)</pre>');
  expect(card).toContain('<summary>Body</summary><pre>{\n  quantity: integer\n}</pre>');
  expect(card).toContain('<summary>Response 200</summary><pre>{\n  data: {\n    id: integer\n');
});

test('the page runs nothing, and names no other address', async () => {
  const { headers, body } = await page();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/);
  expect(body).not.toMatch(/<script|style=|https?:|src=|url\(|@import/);
  expect([...body.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/api/v1/openapi.json']);
});
