// Tests deploy/nginx-files.conf, the configuration for a site of files: nginx in front of a bucket, with the API beside it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { goLive } from 'releases/store/store';
import { targetOf } from 'releases/store/targets/place';
import { s3Target } from 'releases/store/targets/s3';
import { hostBuild } from 'releases/testing/builds';
import { type S3Store, s3Store } from 'releases/testing/s3-store';
import { findNginx, runNginx } from './nginx';

/** Finds a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const nginx = findNginx();

(nginx ? describe : describe.skip)('nginx before a bucket', () => {
  let store: S3Store;
  let site: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    store = await s3Store({ isPublic: true });
    const target = s3Target('s3://hall/site', store);
    await goLive(target, [hostBuild()]);
    for (const name of ['index.html', 'sw.js', 'logo.svg', 'embed.js']) await target.swap(name, name, null);
    for (const name of ['main.js', 'build.json']) await target.writeIfAbsent(`catalog/1.0.0-a/${name}`, name);

    const api = createServer((request, response) => {
      response.end(`API ${request.method} ${request.url} for ${request.headers['x-forwarded-for']}`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => api.on('listening', resolve));
    const port = await freePort();
    const { host } = new URL(store.endpoint);
    const running = await runNginx(
      nginx ?? '',
      'nginx-files.conf',
      port,
      [(api.address() as AddressInfo).port],
      (text) =>
        text
          .replaceAll('https://store.example', store.endpoint)
          .replaceAll('store.example', host)
          .replace('/hall$foodhall_file', '/hall/site$foodhall_file'),
    );
    site = `http://127.0.0.1:${port}`;
    close = async () => {
      await running.close();
      api.close();
      await store.close();
    };
  });
  afterAll(() => close());

  const ask = async (address: string, options?: RequestInit) => {
    const response = await fetch(site + address, options);
    return { status: response.status, text: await response.text(), headers: Object.fromEntries(response.headers) };
  };
  const PAGE = {
    status: 200,
    text: 'index.html',
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-content-type-options': 'nosniff',
    },
  };

  test.each(['/', '/venues', '/venues/12/Kiosk No. 4', '/venues?q=a&acl', '/orders/7?versionId=1', '/apiary'])(
    '%s serves the page with its policy, uncached',
    async (address) => {
      expect(await ask(address)).toMatchObject(PAGE);
    },
  );

  test.each(['/parts/catalog/1.0.0-a/main.js', '/registry/pointer.json'])(
    '%s is served to other sites too, with a policy that keeps it from running by itself',
    async (address) => {
      expect(await ask(address)).toMatchObject({
        status: 200,
        headers: {
          'access-control-allow-origin': '*',
          'content-security-policy': expect.stringContaining('sandbox'),
          'cache-control': address.includes('pointer') ? 'no-cache' : 'public, max-age=31536000, immutable',
        },
      });
    },
  );

  test("the worker's file has the policy of its page, and other sites may not read it", async () => {
    const { headers } = await ask('/sw.js');
    expect(headers).toMatchObject({ ...PAGE.headers, 'content-type': 'text/javascript; charset=utf-8' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['/nothing.js', '/parts/nothing', '/registry/nothing.json', '/parts/catalog/1.0.0-a/build.json'])(
    '%s responds with Not Found instead of the page',
    async (address) => {
      expect(await ask(address)).toMatchObject({ status: 404, text: expect.not.stringContaining('index.html') });
    },
  );

  test.each(['PUT', 'POST', 'DELETE'])('%s to a file changes nothing', async (method) => {
    expect((await ask('/index.html', { method })).status).toBe(404);
    expect(store.text('site/index.html')).toBe('index.html');
  });

  test.each(['GET /api/v1/venues?x=1', 'POST /api/v1/orders', 'GET /media/a.webp', 'GET /config.json'])(
    '%s reaches the API, with the address of the visitor',
    async (request) => {
      const [method, address = ''] = request.split(' ');
      expect((await ask(address, { method })).text).toBe(`API ${request} for 127.0.0.1`);
    },
  );

  test('visitors cannot read the state of the API', async () => {
    expect((await ask('/api/v1/ready')).status).toBe(404);
  });

  test('nginx passes on no write, so a release through it is refused', async () => {
    await expect(goLive(targetOf(`${site}/`), [hostBuild('1.3.0')])).rejects.toThrow('nothing went live');
  });
});
