import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostBuild, remoteBuild } from '../../testing/builds';
import { s3Store } from '../../testing/s3-store';
import { staticHost } from '../../testing/static-host';
import { prune } from '../prune';
import { readLive } from '../read-live';
import { goLive } from '../store';
import { folderTarget } from './folder';
import { httpTarget } from './http';
import { s3Target } from './s3';
import { PointerMoved, type Target } from './target';

const host = hostBuild();
const remote = (part: string, version: string) => remoteBuild(part, { version });

/** Makes a target of each kind, and a function that ends it. */
const KINDS: Readonly<Record<string, () => Promise<{ target: Target; close: () => unknown }>>> = {
  folder: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'targets-'));
    return {
      target: folderTarget(path.join(folder, 'site')),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
  'static host': async () => {
    const site = await staticHost();
    return { target: httpTarget(site.base), close: site.close };
  },
  bucket: async () => {
    const store = await s3Store();
    return { target: s3Target('s3://hall', { ...store, pauseMs: 1 }), close: store.close };
  },
  'folder of a bucket, with credentials of a session': async () => {
    const store = await s3Store({ sessionToken: 'FwoGZXIvYXdzEXAMPLE//token==' });
    return { target: s3Target('s3://hall/sites/north.hall/', { ...store, pauseMs: 1 }), close: store.close };
  },
};

describe.each(Object.entries(KINDS))('a %s', (_kind, open) => {
  let target: Target;
  let close: () => unknown;
  beforeEach(async () => {
    ({ target, close } = await open());
  });
  afterEach(() => close());

  const FILE = 'catalog/1.0.0-a/e.js';
  /** The picture's bytes are no text, so an encoding would change them. */
  const PICTURE = Buffer.from([0x89, 0x50, 0xff, 0xfe, 0x00]);
  const outcomesOf = async (attempts: Promise<unknown>[]) =>
    (await Promise.allSettled(attempts)).map((each) => (each.status === 'fulfilled' ? each.value : each.reason));

  test('has no file at first, and then the written bytes', async () => {
    expect(await target.read(FILE)).toBeNull();
    expect(await target.writeIfAbsent(FILE, PICTURE)).toBe(true);
    expect((await target.read(FILE))?.body).toEqual(PICTURE);
  });

  test('keeps an existing file', async () => {
    expect(await target.writeIfAbsent(FILE, 'one')).toBe(true);
    expect(await target.writeIfAbsent(FILE, 'two')).toBe(false);
    expect((await target.read(FILE))?.text).toBe('one');
  });

  test('lets one of ten writers of a file write it', async () => {
    const letters = [...'abcdefghij'];
    const outcomes = await outcomesOf(letters.map((letter) => target.writeIfAbsent(FILE, letter)));
    expect(outcomes.filter((each) => each === true)).toHaveLength(1);
    expect(outcomes.filter((each) => each === false)).toHaveLength(9);
    expect((await target.read(FILE))?.text).toBe(letters[outcomes.indexOf(true)]);
  });

  test('swaps a file that is unchanged since it was read, and no other', async () => {
    await target.swap('index.html', 'one', null);
    const first = (await target.read('index.html'))?.tag ?? '';
    await expect(target.swap('index.html', 'two', null)).rejects.toThrow(PointerMoved);
    await target.swap('index.html', 'two', first);
    await expect(target.swap('index.html', 'three', first)).rejects.toThrow(PointerMoved);
    await expect(target.swap('meta.json', 'three', first)).rejects.toThrow(PointerMoved);
    expect((await target.read('index.html'))?.text).toBe('two');
  });

  test('carries out one of ten simultaneous swaps of a file', async () => {
    await target.swap('registry/pointer.json', 'before', null);
    const tag = (await target.read('registry/pointer.json'))?.tag ?? '';
    const letters = [...'abcdefghij'];
    const outcomes = await outcomesOf(letters.map((letter) => target.swap('registry/pointer.json', letter, tag)));
    const made = outcomes.flatMap((each, index) => (each === undefined ? [letters[index]] : []));
    expect(made).toEqual([(await target.read('registry/pointer.json'))?.text]);
    expect(outcomes.filter((each) => each instanceof PointerMoved)).toHaveLength(9);
  });

  test('makes all of several simultaneous releases live', async () => {
    await goLive(target, [host]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => goLive(target, [remote(name, '1.0.0-a')])));
    expect(Object.keys((await readLive(target)).snapshot.remotes).sort()).toEqual(names);
  });

  test('lists its builds and removes one, if it can list files', async () => {
    for (const name of ['catalog/1.0.0-a/build.json', FILE, 'catalog/1.0.0-aa/build.json', 'host/2.0.0-a/build.json'])
      await target.writeIfAbsent(name, name);
    await goLive(target, [host]);
    const named = async () => (await target.builds?.())?.map(({ part, version }) => `${part} ${version}`).sort();
    if (!target.builds) {
      await expect(prune(target)).rejects.toThrow('does not list its files: prune on the machine that has them.');
      return;
    }
    expect(await named()).toEqual(['catalog 1.0.0-a', 'catalog 1.0.0-aa', 'host 2.0.0-a']);
    await target.remove?.({ part: 'catalog', version: '1.0.0-a' });
    expect(await named()).toEqual(['catalog 1.0.0-aa', 'host 2.0.0-a']);
    expect(await target.read(FILE)).toBeNull();
    expect((await target.read('catalog/1.0.0-aa/build.json'))?.text).toBe('catalog/1.0.0-aa/build.json');
  });
});

test('a static host and a bucket have files at the addresses that the page requests', async () => {
  const [site, store] = await Promise.all([staticHost(), s3Store()]);
  try {
    const targets = [httpTarget(site.base), s3Target('s3://hall/north', store)];
    for (const target of targets) await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'one');
    for (const target of targets) await target.swap('index.html', '<!doctype html>', null);
    for (const target of targets) await target.swap('registry/tuf/timestamp.json', '{}', null);
    const lasting = {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    };
    const page = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
    expect(site.files.get('/parts/catalog/1.0.0-a/e.js')?.headers).toEqual(lasting);
    expect(store.files.get('north/parts/catalog/1.0.0-a/e.js')?.headers).toEqual(lasting);
    expect(site.files.get('/index.html')?.headers).toEqual(page);
    expect(store.files.get('north/index.html')?.headers).toEqual(page);
    const timestamp = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    expect(site.files.get('/registry/tuf/timestamp.json')?.headers).toEqual(timestamp);
    expect(store.files.get('north/registry/tuf/timestamp.json')?.headers).toEqual(timestamp);
  } finally {
    site.close();
    await store.close();
  }
});

test('a static host without ETags is refused with a sentence, since simultaneous releases would undo each other', async () => {
  const site = await staticHost({ hasTags: false });
  try {
    const target = httpTarget(site.base);
    await goLive(target, [host]);
    const before = site.text('/registry/pointer.json');
    await expect(goLive(target, [remote('catalog', '1.0.0-a')])).rejects.toThrow(
      `${site.base}registry/pointer.json has no ETag: this host cannot compare and swap.`,
    );
    expect(site.text('/registry/pointer.json')).toBe(before);
  } finally {
    site.close();
  }
});

test('a file that never changes is read from a site that sends no ETag with it', async () => {
  const site = await staticHost({ hasTags: false });
  try {
    const target = httpTarget(site.base);
    await target.writeIfAbsent('host/1/surface.json', '{}');
    expect((await target.read('host/1/surface.json'))?.text).toBe('{}');
  } finally {
    site.close();
  }
});

test.each<[string, () => Promise<{ target: Target; close: () => unknown }>]>([
  [
    'static host',
    async () => {
      const site = await staticHost({ hasConditions: false });
      return { target: httpTarget(site.base), close: site.close };
    },
  ],
  [
    'bucket',
    async () => {
      const store = await s3Store({ hasConditions: false });
      return { target: s3Target('s3://hall', store), close: store.close };
    },
  ],
])('a %s that ignores conditions is refused with a sentence, and nothing goes live', async (_kind, open) => {
  const { target, close } = await open();
  try {
    await expect(goLive(target, [host])).rejects.toThrow(
      `${target.place} ignores If-Match: simultaneous releases would overwrite each other. Nothing went live; delete registry/conditions there.`,
    );
    expect((await readLive(target)).pointer).toBeNull();
  } finally {
    await close();
  }
});

test('a target that cannot be written is reported with a sentence, and nothing goes live', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const release = (target: Target) => goLive(target, [host]);
    await expect(folderTarget(file).writeIfAbsent('host/1/index.html', '')).rejects.toThrow(
      `${file} cannot be written (ENOTDIR); nothing went live.`,
    );
    await expect(release(folderTarget(file))).rejects.toThrow(/pointer\.json cannot be read \(ENOTDIR\)\.$/);
    const site = await staticHost();
    await new Promise<void>((resolve) => site.close(resolve));
    await expect(release(httpTarget(site.base))).rejects.toThrow(
      `${site.base}registry/pointer.json did not respond (ECONNREFUSED); nothing went live.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('two processes release at the same time, and both releases go live', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    await goLive(folderTarget(out), [host]);
    const script = path.join(out, 'release.mjs');
    const address = (file: string) => JSON.stringify(`file://${path.join(__dirname, file)}`);
    await writeFile(
      script,
      `import { goLive } from ${address('../store.ts')};
import { folderTarget } from ${address('folder.ts')};
process.on('message', async (build) => { await goLive(folderTarget(${JSON.stringify(out)}), [build]); process.send('landed'); process.disconnect(); });
process.send('ready');`,
    );
    const said = (child: ChildProcess, word: string) =>
      new Promise<void>((resolve) => child.on('message', (message) => message === word && resolve()));
    const children = [0, 1].map(() => fork(script, { execArgv: ['--import', 'tsx'] }));
    await Promise.all(children.map((child) => said(child, 'ready')));
    const landed = children.map((child) => said(child, 'landed'));
    children[0]?.send(remote('catalog', '1.0.0-a'));
    children[1]?.send(remote('queues', '1.0.0-a'));
    await Promise.all(landed);
    const { snapshot } = await readLive(folderTarget(out));
    expect(Object.keys(snapshot.remotes)).toEqual(['catalog', 'queues']);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}, 30_000);
