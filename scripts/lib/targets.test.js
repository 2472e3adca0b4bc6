const { createHash } = require('node:crypto');
const { fork } = require('node:child_process');
const { mkdtemp, rm, writeFile } = require('node:fs/promises');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const path = require('node:path');

let targets;
let store;
beforeAll(async () => {
  targets = await import('./targets.mjs');
  store = await import('./registry-store.mjs');
});

const host = {
  part: 'host',
  version: '2.2.63-a',
  html: 'index.html',
  contract: '1.0.0',
  packages: {},
  events: [],
  slots: [],
  integrity: {},
};
const remote = (part, version) => ({
  part,
  version,
  entry: 'e.js',
  contract: '^1.0.0',
  packages: {},
  events: [],
  integrity: {},
  routes: [],
  slots: [],
  modules: {},
});

/** A static host with conditional PUTs. */
async function staticHost() {
  const files = new Map();
  const tagOf = (text) => `"${createHash('sha256').update(text).digest('hex')}"`;
  const server = createServer(async (request, response) => {
    const known = files.get(request.url);
    if (request.method === 'GET') {
      if (known === undefined) return response.writeHead(404).end();
      return response.writeHead(200, { etag: tagOf(known) }).end(known);
    }
    const chunks = await request.toArray();
    const now = files.get(request.url);
    const { 'if-none-match': none, 'if-match': match } = request.headers;
    if ((none && now !== undefined) || (match && (now === undefined || tagOf(now) !== match)))
      return response.writeHead(412).end();
    files.set(request.url, Buffer.concat(chunks).toString());
    return response.writeHead(201).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { files, base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

test('a static host: releases at the same moment all land, and files lie where the page asks for them', async () => {
  const site = await staticHost();
  try {
    const target = targets.httpTarget(site.base);
    await store.goLive(target, [host]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => store.goLive(target, [remote(name, '1.0.0-a')])));
    expect(Object.keys((await store.readLive(target)).snapshot.remotes)).toEqual(names);
    expect(await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'one')).toBe(true);
    expect(await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'two')).toBe(false);
    expect(site.files.get('/parts/catalog/1.0.0-a/e.js')).toBe('one');
  } finally {
    site.close();
  }
});

test('two processes that release at once: both land', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    await store.goLive(targets.folderTarget(out), [host]);
    const script = path.join(out, 'release.mjs');
    const address = (file) => JSON.stringify(`file://${path.join(__dirname, file)}`);
    await writeFile(
      script,
      `import { goLive } from ${address('registry-store.mjs')};
import { folderTarget } from ${address('targets.mjs')};
process.on('message', async (build) => { await goLive(folderTarget(${JSON.stringify(out)}), [build]); process.send('landed'); process.disconnect(); });
process.send('ready');`,
    );
    const said = (child, word) =>
      new Promise((resolve) => child.on('message', (message) => message === word && resolve()));
    const children = [0, 1].map(() => fork(script, { execArgv: [] }));
    await Promise.all(children.map((child) => said(child, 'ready')));
    const landed = children.map((child) => said(child, 'landed'));
    children[0].send(remote('catalog', '1.0.0-a'));
    children[1].send(remote('queues', '1.0.0-a'));
    await Promise.all(landed);
    const { snapshot } = await store.readLive(targets.folderTarget(out));
    expect(Object.keys(snapshot.remotes)).toEqual(['catalog', 'queues']);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}, 30_000);
