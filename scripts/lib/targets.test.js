const { fork } = require('node:child_process');
const { mkdir, mkdtemp, readFile, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { staticHost } = require('./testing/static-host.js');

let targets;
let store;
let publish;
beforeAll(async () => {
  targets = await import('./targets.mjs');
  publish = await import('./publish.mjs');
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
    expect(site.text('/parts/catalog/1.0.0-a/e.js')).toBe('one');
  } finally {
    site.close();
  }
});

test('a static host without ETags is refused in a sentence: releases at once would undo each other', async () => {
  const site = await staticHost({ hasTags: false });
  try {
    const target = targets.httpTarget(site.base);
    await store.goLive(target, [host]);
    const before = site.text('/registry/pointer.json');
    await expect(store.goLive(target, [remote('catalog', '1.0.0-a')])).rejects.toThrow(
      `${site.base}registry/pointer.json has no ETag: this host cannot compare and swap.`,
    );
    expect(site.text('/registry/pointer.json')).toBe(before);
  } finally {
    site.close();
  }
});

test('a target that cannot be written says so in a sentence, and nothing went live', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const release = (target) => store.goLive(target, [host]);
    await expect(targets.folderTarget(file).writeIfAbsent('host/1/index.html', '')).rejects.toThrow(
      `${file} cannot be written (ENOTDIR); nothing went live.`,
    );
    await expect(release(targets.folderTarget(file))).rejects.toThrow(/pointer\.json cannot be read \(ENOTDIR\)\.$/);
    const site = await staticHost();
    await new Promise((resolve) => site.close(resolve));
    await expect(release(targets.httpTarget(site.base))).rejects.toThrow(
      `${site.base}registry/pointer.json did not answer (ECONNREFUSED); nothing went live.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
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

describe('a build that is brought to where the site lies', () => {
  let out;
  let site;
  beforeEach(async () => {
    out = await mkdtemp(path.join(tmpdir(), 'publish-'));
    site = await staticHost();
  });
  afterEach(async () => {
    site.close();
    await rm(out, { recursive: true, force: true });
  });

  /** No text: an encoding would change it. */
  const PICTURE = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]);

  /** A build in `out`; `page` is what its files hold. */
  async function built(version, page, part = 'host') {
    const folder = path.join(out, part, version);
    await mkdir(path.join(folder, 'assets'), { recursive: true });
    const record = { ...host, part, version, integrity: { 'main.js': page }, embed: 'embed.js', fixed: ['logo.png'] };
    const files = { 'index.html': page, 'sw.js': `// ${page}`, 'main.js': page, 'assets/font.woff2': 'font' };
    await writeFile(path.join(folder, 'logo.png'), PICTURE);
    await writeFile(path.join(folder, 'embed.js'), `/* ${page} */`);
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    await writeFile(path.join(folder, 'build.json'), JSON.stringify(record));
    return record;
  }
  const released = async (target, record) => {
    await publish.publishBuild(target, out, record);
    await store.goLive(target, [record]);
    await publish.publishPage(target);
  };

  test('a shell on a static host has its files below /parts, and page, worker and version at the root, which are asked for again', async () => {
    const target = targets.httpTarget(site.base);
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    const folder = '/parts/host/2.2.63-aaaaaaaa';
    for (const name of ['index.html', 'sw.js', 'main.js', 'assets/font.woff2', 'build.json']) {
      expect(site.files.get(`${folder}/${name}`)?.headers['cache-control']).toMatch(/immutable/);
    }
    const root = ['/index.html', '/sw.js', '/meta.json'];
    expect(root.map(site.text)).toEqual(['one', '// one', '{"version":"2.2.63"}']);
    expect(root.map((name) => site.files.get(name)?.headers)).toEqual([
      { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
      { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
      { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    ]);

    await released(target, await built('2.2.64-bbbbbbbb', 'two'));
    expect(root.map(site.text)).toEqual(['two', '// two', '{"version":"2.2.64"}']);
    expect(site.text(`${folder}/main.js`)).toBe('one');
  });

  test("the shell's files of a fixed address are at the root of a static host as well, and embed.js for other sites", async () => {
    const target = targets.httpTarget(site.base);
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    expect(site.files.get('/logo.png')).toEqual({
      body: PICTURE,
      headers: { 'content-type': 'image/png', 'cache-control': 'no-cache' },
    });
    expect(site.text('/embed.js')).toBe('/* one */');
    await released(target, await built('2.2.64-bbbbbbbb', 'two'));
    expect(site.text('/embed.js')).toBe('/* two */');
    expect((await store.readLive(target)).snapshot.host).not.toHaveProperty('fixed');
  });

  test.each([
    ['answers 503', () => new targets.TargetFailed('index.html answered 503'), 'index.html answered 503.'],
    ['sends no ETag', () => new Error('index.html has no ETag.'), 'index.html has no ETag.'],
    [
      'takes the write of somebody else each time',
      () => new targets.PointerMoved(),
      'index.html was written by somebody else at the same moment, five times in a row.',
    ],
  ])(
    'a page that cannot be written after the pointer has moved, where the host %s, is told as that, and the next release writes it',
    async (_how, failure, reason) => {
      const target = targets.httpTarget(site.base);
      const record = await built('2.2.63-aaaaaaaa', 'one');
      await publish.publishBuild(target, out, record);
      await store.goLive(target, [record]);
      const failing = {
        ...target,
        async swap(name, ...rest) {
          if (name === 'index.html') throw failure();
          await target.swap(name, ...rest);
        },
      };
      await expect(publish.publishPage(failing)).rejects.toThrow(
        `The registry has moved, and the shell's page was not written: ${reason} The next release of any part writes it, also one of what is live.`,
      );
      expect(site.text('/index.html')).toBeUndefined();
      await released(target, record);
      expect(site.text('/index.html')).toBe('one');
    },
  );

  test('a newer version is announced once its page is there, and not where that could not be written', async () => {
    const target = targets.httpTarget(site.base);
    await released(target, await built('2.2.63-aaaaaaaa', 'one'));
    const refusing = {
      ...target,
      async swap(name, ...rest) {
        if (name === 'index.html') throw new targets.TargetFailed('index.html answered 503');
        await target.swap(name, ...rest);
      },
    };
    await expect(released(refusing, await built('2.2.64-bbbbbbbb', 'two'))).rejects.toThrow('index.html answered 503');
    expect(['/index.html', '/meta.json'].map(site.text)).toEqual(['one', '{"version":"2.2.63"}']);
    await publish.publishPage(target);
    expect(['/index.html', '/meta.json'].map(site.text)).toEqual(['two', '{"version":"2.2.64"}']);
  });

  test('retiring a remote on a static host writes the page as well, which a release before may have left out', async () => {
    const { retire } = await import('../retire.mjs');
    const target = targets.httpTarget(site.base);
    const record = await built('2.2.63-aaaaaaaa', 'one');
    await publish.publishBuild(target, out, record);
    await store.goLive(target, [record, remote('deals', '1.0.0-a')]);
    await retire('deals', { target });
    const { pointer, snapshot } = await store.readLive(target);
    expect([snapshot.remotes, pointer.recalled]).toEqual([{}, ['deals@1.0.0-a']]);
    expect(site.text('/index.html')).toBe('one');
  });

  test('of two shells on a static host at once, the page is that of the one that is live, whoever writes last', async () => {
    const target = targets.httpTarget(site.base);
    await publish.publishBuild(target, out, await built('2.2.63-aaaaaaaa', 'one'));
    const second = await built('2.2.64-bbbbbbbb', 'two');
    await publish.publishBuild(target, out, second);
    await store.goLive(target, [{ ...second, version: '2.2.63-aaaaaaaa' }]);
    let isFirst = true;
    await publish.publishPage({
      ...target,
      async swap(name, text, tag) {
        if (isFirst) {
          isFirst = false;
          await store.goLive(target, [second]);
          await publish.publishPage(target);
        }
        await target.swap(name, text, (await target.read(name))?.tag ?? tag);
      },
    });
    expect(['/index.html', '/sw.js', '/meta.json'].map(site.text)).toEqual(['two', '// two', '{"version":"2.2.64"}']);
  });

  test('a shell for some is refused on a static host, which has one page for everybody', async () => {
    const { release } = await import('../release.mjs');
    const target = targets.httpTarget(site.base);
    await expect(release('host', { out, target, to: { channel: 'beta' } })).rejects.toThrow(
      `${site.base} has one page for everybody: there a shell is released without --to and --percent.`,
    );
  });

  test('what an ended release left with other bytes is refused, though it has no build.json', async () => {
    const target = targets.folderTarget(path.join(out, 'elsewhere'));
    await target.writeIfAbsent('catalog/1.0.0-aaaaaaaa/index.html', 'two');
    const build = await built('1.0.0-aaaaaaaa', 'one', 'catalog');
    await expect(publish.publishBuild(target, out, build)).rejects.toThrow('already, with other bytes');
    expect(await target.read('catalog/1.0.0-aaaaaaaa/build.json')).toBeNull();
  });

  test('a folder gets no page: the server that it belongs to writes it', async () => {
    const folder = path.join(out, 'elsewhere');
    await released(targets.folderTarget(folder), await built('2.2.63-aaaaaaaa', 'one'));
    expect(await readFile(path.join(folder, 'host/2.2.63-aaaaaaaa/main.js'), 'utf8')).toBe('one');
    await expect(readFile(path.join(folder, 'index.html'))).rejects.toThrow('ENOENT');
  });

  test.each([
    ['a folder', () => targets.folderTarget(path.join(out, 'elsewhere'))],
    ['a static host', () => targets.httpTarget(site.base)],
  ])(
    '%s: the same bytes may come twice, others of the same version are refused and change nothing',
    async (_what, place) => {
      const target = place();
      const build = await built('1.0.0-aaaaaaaa', 'one', 'catalog');
      await publish.publishBuild(target, out, build);
      await publish.publishBuild(target, out, build);
      const other = await built('1.0.0-aaaaaaaa', 'two', 'catalog');
      await expect(publish.publishBuild(target, out, other)).rejects.toThrow(
        `catalog 1.0.0-aaaaaaaa lies in ${target.place} already, with other bytes. A version never changes: raise it, or release what lies there.`,
      );
      expect((await target.read('catalog/1.0.0-aaaaaaaa/main.js')).text).toBe('one');
      expect(await target.writeIfAbsent('catalog/1.0.0-aaaaaaaa/main.js', 'two')).toBe(false);
      expect((await target.read('catalog/1.0.0-aaaaaaaa/main.js')).text).toBe('one');
    },
  );
});
