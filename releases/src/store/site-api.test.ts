import { createServer } from 'node:http';
import { apiOfSite } from './site-api';

async function withSite<T>(body: string, work: (siteUrl: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url }, response) => response.end(url === '/api/v1/openapi.json' ? body : ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    server.close();
  }
}

const compared = (body: string) => withSite(body, (SITE_URL) => apiOfSite({ SITE_URL }));

test('the API of SITE_URL describes itself', async () => {
  expect(await compared('{"openapi":"3.1.0","paths":{"/api/v1/me":{"get":{}}}}')).toMatchObject({
    api: { paths: { '/api/v1/me': { get: {} } } },
  });
});

test.each([
  ['a page', '<html>'],
  ['JSON of something else', '{"a":1}'],
])('%s is no description, and the release says that it was not compared', async (_case, body) => {
  expect(await compared(body)).toEqual({
    problem: expect.stringContaining('The calls were not compared with the API'),
  });
});

test('a site that does not respond is said too', async () => {
  const { problem } = await apiOfSite({ SITE_URL: 'http://127.0.0.1:1' });
  expect(problem).toContain('it does not describe itself at http://127.0.0.1:1/api/v1/openapi.json');
});

test('without SITE_URL nothing is asked', async () => {
  expect(await apiOfSite({})).toEqual({});
});
