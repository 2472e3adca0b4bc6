const { mkdtemp, readdir, readFile, rm, writeFile, mkdir } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');

let rules;
let store;
let out;

beforeAll(async () => {
  rules = await import('./registry.mjs');
  store = await import('./registry-store.mjs');
});

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
});

afterEach(() => rm(out, { recursive: true, force: true }));

const host = (contract = '1.2.0') => ({
  part: 'host',
  version: `2.2.63-${contract}`,
  html: 'index.html',
  embed: 'embed.js',
  contract,
  packages: { react: '19.3.1' },
  integrity: {},
});

const remote = (part, { version = '1.0.0-aaaaaaaa', contract = '^1.0.0', paths = [], packages = {} } = {}) => ({
  part,
  version,
  entry: 'remoteEntry.12345678.js',
  contract,
  packages,
  integrity: {},
  routes: paths.map((each) => ({ path: each, screen: 'a' })),
  slots: [],
  modules: {},
});

const snapshotOf = (...builds) => rules.withBuilds(rules.emptySnapshot(), null, builds);

describe('what may go live', () => {
  test.each([
    ['the same contract version', '^1.2.0', '1.2.0', []],
    ['an older minor contract', '^1.0.0', '1.2.0', []],
    [
      'a newer major contract',
      '^3.0.0',
      '2.4.0',
      [
        "Remote 'queues' needs contract ^3.0.0; the live shell provides 2.4.0. Rebuild queues or release the shell first.",
      ],
    ],
    [
      'a newer minor contract',
      '^1.3.0',
      '1.2.0',
      [
        "Remote 'queues' needs contract ^1.3.0; the live shell provides 1.2.0. Rebuild queues or release the shell first.",
      ],
    ],
  ])('a remote that needs %s', (_case, contract, provided, problems) => {
    expect(rules.problemsOf(snapshotOf(host(provided), remote('queues', { contract })))).toEqual(problems);
  });

  test('a remote that needs another React than the shell provides is refused', () => {
    const snapshot = snapshotOf(host(), remote('queues', { packages: { react: '^20.0.0' } }));
    expect(rules.problemsOf(snapshot)).toEqual([
      "Remote 'queues' needs react ^20.0.0; the live shell provides 19.3.1.",
    ]);
  });

  test('two remotes with one path are refused, and both are named', () => {
    const snapshot = snapshotOf(host(), remote('catalog', { paths: ['/a'] }), remote('queues', { paths: ['/a'] }));
    expect(rules.problemsOf(snapshot)).toEqual(["Remotes 'catalog' and 'queues' both claim the path /a."]);
  });

  test('another name for a parameter does not make another path', () => {
    const snapshot = snapshotOf(
      host(),
      remote('catalog', { paths: ['/venues/:venueId/cart'] }),
      remote('checkout', { paths: ['/venues/:marketId/cart/'] }),
    );
    expect(rules.problemsOf(snapshot)).toHaveLength(1);
  });
});

describe('snapshots', () => {
  test('a release changes its own remote and leaves the others as they are', () => {
    const before = snapshotOf(host(), remote('catalog'), remote('queues'));
    const after = rules.withBuilds(before, 'parent', [remote('queues', { version: '1.0.1-bbbbbbbb' })]);
    expect(after.remotes.queues.path).toBe('/parts/queues/1.0.1-bbbbbbbb/');
    expect(after.remotes.catalog).toBe(before.remotes.catalog);
    expect(before.remotes.queues.version).toBe('1.0.0-aaaaaaaa');
  });

  test('the name of a snapshot follows its content', () => {
    const one = snapshotOf(host(), remote('catalog'));
    expect(rules.nameOf(one)).toBe(rules.nameOf(snapshotOf(host(), remote('catalog'))));
    expect(rules.nameOf(one)).not.toBe(rules.nameOf(snapshotOf(host('1.2.1'), remote('catalog'))));
  });
});

describe('the pointer', () => {
  test('a first release makes the registry', async () => {
    const { name } = await store.goLive(out, [host(), remote('catalog')]);
    expect(await store.readPointer(out)).toEqual({ current: name, previous: null, channels: {}, recalled: [] });
    expect((await store.readLive(out)).snapshot.remotes.catalog.version).toBe('1.0.0-aaaaaaaa');
  });

  test('a refused release changes nothing', async () => {
    const { name } = await store.goLive(out, [host(), remote('catalog')]);
    await expect(store.goLive(out, [remote('queues', { contract: '^9.0.0' })])).rejects.toThrow(
      "Remote 'queues' needs contract ^9.0.0; the live shell provides 1.2.0.",
    );
    expect((await store.readPointer(out)).current).toBe(name);
    expect(await readdir(path.join(out, 'registry'))).toHaveLength(2);
  });

  test('releases at the same moment all land', async () => {
    await store.goLive(out, [host(), remote('catalog'), remote('checkout'), remote('queues')]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => store.goLive(out, [remote(name, { version: '1.0.1-bbbbbbbb' })])));
    const { snapshot } = await store.readLive(out);
    expect(names.map((name) => snapshot.remotes[name].version)).toEqual(names.map(() => '1.0.1-bbbbbbbb'));
  });

  test('who read the pointer before somebody else moved it is told to try again', async () => {
    await store.goLive(out, [host()]);
    const seen = await store.readPointer(out);
    await store.goLive(out, [remote('catalog')]);
    const moved = await store.readPointer(out);
    await expect(store.swapPointer(out, seen, { ...seen, current: 'mine' })).rejects.toThrow('try again');
    expect(await store.readPointer(out)).toEqual(moved);
  });

  test('a lock whose process died is taken over', async () => {
    await mkdir(path.join(out, 'registry'), { recursive: true });
    await writeFile(path.join(out, 'registry/pointer.lock'), '4194999');
    await store.goLive(out, [host()]);
    expect((await readdir(path.join(out, 'registry'))).includes('pointer.lock')).toBe(false);
  });

  test('releasing what is live already writes nothing', async () => {
    await store.goLive(out, [host(), remote('catalog')]);
    const before = await readFile(path.join(out, 'registry/pointer.json'), 'utf8');
    expect((await store.goLive(out, [remote('catalog')])).changed).toBe(false);
    expect(await readFile(path.join(out, 'registry/pointer.json'), 'utf8')).toBe(before);
  });
});

describe('rolling back', () => {
  const written = async (build) => {
    await mkdir(path.join(out, build.part, build.version), { recursive: true });
    await writeFile(path.join(out, build.part, build.version, 'build.json'), JSON.stringify(build));
    await store.goLive(out, [build]);
  };
  let rollBack;
  beforeAll(async () => {
    ({ rollBack } = await import('../rollback.mjs'));
  });

  test('goes to the version before, whatever else was released since, and recalls the one it left', async () => {
    await written(host());
    await written(remote('catalog'));
    await written(remote('catalog', { version: '1.0.1-bbbbbbbb' }));
    await written(remote('queues'));
    await rollBack('catalog', { out });
    const { pointer, snapshot } = await store.readLive(out);
    expect(snapshot.remotes.catalog.version).toBe('1.0.0-aaaaaaaa');
    expect(snapshot.remotes.queues.version).toBe('1.0.0-aaaaaaaa');
    expect(pointer.recalled).toEqual(['catalog@1.0.1-bbbbbbbb']);
  });

  test('says so when there is nothing to go back to', async () => {
    await written(remote('catalog'));
    await expect(rollBack('catalog', { out })).rejects.toThrow('catalog 1.0.0-aaaaaaaa has no earlier version.');
    await expect(rollBack('queues', { out })).rejects.toThrow('queues is not live');
  });
});
