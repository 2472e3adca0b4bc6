import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICE } from '../model/service';
import { takeBuild } from './take-build';

let server: Server;
let from: string;
/** The tokens that the site received. */
let shown: (string | undefined)[];

beforeEach(async () => {
  shown = [];
  server = createServer(({ url, headers }, response) => {
    if (url === '/api/v1/registry') {
      response.end(JSON.stringify({ data: { service: SERVICE, site: null } }));
      return;
    }
    shown.push(headers.authorization);
    response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.RELEASE_TOKEN = 'of-target';
});
afterEach(() => {
  delete process.env.RELEASE_TOKEN;
  delete process.env.FROM_RELEASE_TOKEN;
  server.close();
});

const take = (target?: string) =>
  expect(takeBuild('catalog', { from, target, copy: path.join(tmpdir(), 'nothing') })).rejects.toThrow('401');

test('a site never gets the token of the site that its build goes to', async () => {
  await take('https://hall.example/');
  await take('/srv/dist');
  expect(shown).toEqual([undefined, undefined]);
});

test('a site gets its own token', async () => {
  await take();
  await take(`${from}/`);
  process.env.FROM_RELEASE_TOKEN = 'of-staging';
  await take('https://hall.example/');
  expect(shown).toEqual(['Bearer of-target', 'Bearer of-target', 'Bearer of-staging']);
});
