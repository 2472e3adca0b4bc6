const { mkdtemp, readdir, readFile, rm, utimes, writeFile, mkdir } = require('node:fs/promises');
const { execFile } = require('node:child_process');
const { tmpdir } = require('node:os');
const { promisify } = require('node:util');
const path = require('node:path');
const signing = require('./signing.js');

let rules;
let store;
let targets;
let target;
let words;
let out;

beforeAll(async () => {
  rules = await import('./registry.mjs');
  store = await import('./registry-store.mjs');
  targets = await import('./targets.mjs');
  words = await import('./registry-words.mjs');
});

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = targets.folderTarget(out);
});

afterEach(() => rm(out, { recursive: true, force: true }));

const host = (contract = '1.2.0') => ({
  part: 'host',
  version: `2.2.63-${contract}`,
  html: 'index.html',
  embed: 'embed.js',
  contract,
  packages: { react: '19.3.1' },
  events: ['cart-changed'],
  slots: ['background'],
  integrity: {},
});

const remote = (part, { version = '1.0.0-aaaaaaaa', contract = '^1.0.0', paths = [], packages = {} } = {}) => ({
  part,
  version,
  entry: 'remoteEntry.12345678.js',
  contract,
  packages,
  events: [],
  integrity: {},
  routes: paths.map((each) => ({ path: each, screen: 'a' })),
  slots: [],
  modules: {},
});

const recall = (...versions) =>
  store.move(
    target,
    ({ snapshot, parent, at }) => ({ ...snapshot, parent, at }),
    () => versions,
  );

const snapshotOf = (...builds) => rules.withBuilds(rules.emptySnapshot(), builds);

describe('what may go live', () => {
  test.each([
    ['the same contract version', '^1.2.0', '1.2.0', []],
    ['an older minor contract', '^1.0.0', '1.2.0', []],
    [
      'a newer major contract',
      '^3.0.0',
      '2.4.0',
      [
        "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^3.0.0; the live shell provides 2.4.0. Rebuild queues or release the shell first.",
      ],
    ],
    [
      'a newer minor contract',
      '^1.3.0',
      '1.2.0',
      [
        "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^1.3.0; the live shell provides 1.2.0. Rebuild queues or release the shell first.",
      ],
    ],
  ])('a remote that needs %s', (_case, contract, provided, problems) => {
    expect(rules.problemsOf(snapshotOf(host(provided), remote('queues', { contract })))).toEqual(problems);
  });

  test('a remote that needs another React than the shell provides is refused', () => {
    const snapshot = snapshotOf(host(), remote('queues', { packages: { react: '^20.0.0' } }));
    expect(rules.problemsOf(snapshot)).toEqual([
      "Remote 'queues' 1.0.0-aaaaaaaa needs react ^20.0.0; the live shell provides 19.3.1.",
    ]);
  });

  test('two remotes with one path are refused, and both are named', () => {
    const snapshot = snapshotOf(host(), remote('catalog', { paths: ['/a'] }), remote('queues', { paths: ['/a'] }));
    expect(rules.problemsOf(snapshot)).toEqual(["Remotes 'catalog' and 'queues' both claim the path /a."]);
  });

  test('another name for a parameter, and a capital, do not make another path', () => {
    const snapshot = snapshotOf(
      host(),
      remote('catalog', { paths: ['/venues/:venueId/cart'] }),
      remote('checkout', { paths: ['/venues/:marketId/Cart/'] }),
    );
    expect(rules.problemsOf(snapshot)).toHaveLength(1);
  });
});

test('a key that a live shell does not trust signs nothing: the site would not start', async () => {
  const [own] = signing.publicKeys();
  await store.goLive(target, [{ ...host(), keys: [own] }, remote('catalog')]);
  await store.goLive(target, [{ ...host('1.3.0'), keys: ['of somebody else', own] }], { to: { channel: 'beta' } });
  const before = await store.readLive(target);
  await expect(store.goLive(target, [{ ...host('1.4.0'), keys: ['of somebody else'] }])).rejects.toThrow(
    /^The shell 2\.2\.63-1\.4\.0 does not trust the key that this would be signed with\./,
  );
  expect(await store.readLive(target)).toEqual(before);
});

describe('snapshots', () => {
  test('have of each file the integrity that browsers compare with', () => {
    expect(rules.integrityOf('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });

  test('a release changes its own remote and leaves the others as they are', () => {
    const before = snapshotOf(host(), remote('catalog'), remote('queues'));
    const after = rules.withBuilds(before, [remote('queues', { version: '1.0.1-bbbbbbbb' })], { parent: 'parent' });
    expect(after.remotes.queues.path).toBe('/parts/queues/1.0.1-bbbbbbbb/');
    expect(after.remotes.catalog).toBe(before.remotes.catalog);
    expect(before.remotes.queues.version).toBe('1.0.0-aaaaaaaa');
  });

  test('the name of a snapshot follows its content', () => {
    const one = snapshotOf(host(), remote('catalog'));
    expect(rules.nameOf(rules.textOf(one))).toBe(rules.nameOf(rules.textOf(snapshotOf(host(), remote('catalog')))));
    expect(rules.nameOf(rules.textOf(one))).not.toBe(
      rules.nameOf(rules.textOf(snapshotOf(host('1.2.1'), remote('catalog')))),
    );
  });
});

describe('the pointer', () => {
  test('a first release makes the registry', async () => {
    const { name } = await store.goLive(target, [host(), remote('catalog')]);
    const { signature, ...pointer } = (await store.readLive(target)).pointer;
    expect(pointer).toEqual({ current: name, previous: null, at: expect.any(String), recalled: [] });
    expect(signing.isSigned(JSON.stringify(pointer), signature)).toBe(true);
    const read = async (file) => (await target.read(`registry/${file}`)).text;
    expect(signing.isSigned(await read(`${name}.json`), await read(`${name}.sig`))).toBe(true);
    expect(signing.isSigned(`${await read(`${name}.json`)} `, await read(`${name}.sig`))).toBe(false);
    expect((await store.readLive(target)).snapshot.remotes.catalog.version).toBe('1.0.0-aaaaaaaa');
  });

  test('a refused release changes nothing', async () => {
    const { name } = await store.goLive(target, [host(), remote('catalog')]);
    await expect(store.goLive(target, [remote('queues', { contract: '^9.0.0' })])).rejects.toThrow(
      "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^9.0.0; the live shell provides 1.2.0.",
    );
    expect((await store.readLive(target)).pointer.current).toBe(name);
    expect(await readdir(path.join(out, 'registry'))).toHaveLength(3);
  });

  test('releases at the same moment all land', async () => {
    await store.goLive(target, [host(), remote('catalog'), remote('checkout'), remote('queues')]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => store.goLive(target, [remote(name, { version: '1.0.1-bbbbbbbb' })])));
    const { snapshot } = await store.readLive(target);
    expect(names.map((name) => snapshot.remotes[name].version)).toEqual(names.map(() => '1.0.1-bbbbbbbb'));
  });

  test('who read the pointer before somebody else moved it is told to try again', async () => {
    await store.goLive(target, [host()]);
    const { tag } = await store.readLive(target);
    await store.goLive(target, [remote('catalog')]);
    const moved = await store.readLive(target);
    await expect(target.swap('registry/pointer.json', '{}', tag)).rejects.toThrow('try again');
    expect(await store.readLive(target)).toEqual(moved);
  });

  test('a lock whose process died is taken over', async () => {
    await mkdir(path.join(out, 'registry'), { recursive: true });
    await writeFile(path.join(out, 'registry/pointer.lock'), '4194999');
    await store.goLive(target, [host()]);
    expect((await readdir(path.join(out, 'registry'))).includes('pointer.lock')).toBe(false);
  });

  test('moves to a later time, whatever the clock of the machine says', async () => {
    jest.useFakeTimers({
      now: new Date('2030-01-01T12:00:00Z'),
      doNotFake: ['setTimeout', 'nextTick', 'setImmediate'],
    });
    try {
      await store.goLive(target, [host()]);
      jest.setSystemTime(new Date('2030-01-01T11:00:00Z'));
      await store.goLive(target, [remote('catalog')]);
    } finally {
      jest.useRealTimers();
    }
    expect((await store.readLive(target)).pointer.at).toBe('2030-01-01T12:00:00.001Z');
  });

  test('whose snapshot is gone stays as it is: a release would begin anew, without all other parts', async () => {
    const { name } = await store.goLive(target, [host(), remote('catalog')]);
    const before = await readFile(path.join(out, 'registry/pointer.json'), 'utf8');
    await rm(path.join(out, `registry/${name}.json`));
    await expect(store.goLive(target, [remote('queues')])).rejects.toThrow(
      `registry/${name}.json, which is live, is not in ${out}; nothing went live. Bring it back, or delete registry/ to begin anew.`,
    );
    expect(await readFile(path.join(out, 'registry/pointer.json'), 'utf8')).toBe(before);
  });

  test('to a snapshot of an older form begins anew', async () => {
    await mkdir(path.join(out, 'registry'), { recursive: true });
    await writeFile(path.join(out, 'registry/old.json'), '{"schema":1}');
    await writeFile(path.join(out, 'registry/pointer.json'), '{"current":"old"}');
    const { snapshot } = await store.goLive(target, [host()]);
    expect(snapshot.host.version).toBe(host().version);
  });

  test('releasing what is live already writes nothing', async () => {
    await store.goLive(target, [host(), remote('catalog')]);
    const before = await readFile(path.join(out, 'registry/pointer.json'), 'utf8');
    expect((await store.goLive(target, [remote('catalog')])).changed).toBe(false);
    expect(await readFile(path.join(out, 'registry/pointer.json'), 'utf8')).toBe(before);
  });
});

describe('rolling back', () => {
  const written = async (build) => {
    await mkdir(path.join(out, build.part, build.version), { recursive: true });
    await writeFile(path.join(out, build.part, build.version, 'build.json'), JSON.stringify(build));
    await store.goLive(target, [build]);
  };
  let rollBack;
  let withdraw;
  beforeAll(async () => {
    ({ rollBack, withdraw } = await import('../rollback.mjs'));
  });
  const catalog = (letter) => remote('catalog', { version: `1.0.0-${letter}` });
  /** Somebody else's release lands as soon as the command has read what is live. */
  const racing = (build, options) => {
    let hasRead = false;
    return {
      ...target,
      async read(name) {
        const found = await target.read(name);
        if (name === 'registry/pointer.json' && !hasRead) {
          hasRead = true;
          await store.goLive(target, [build], options);
        }
        return found;
      },
    };
  };

  test('goes to the version before, whatever else was released since, and recalls the one it left', async () => {
    await written(host());
    await written(remote('catalog'));
    await written(remote('catalog', { version: '1.0.1-bbbbbbbb' }));
    await written(remote('queues'));
    await rollBack('catalog', { target });
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.remotes.catalog.version).toBe('1.0.0-aaaaaaaa');
    expect(snapshot.remotes.queues.version).toBe('1.0.0-aaaaaaaa');
    expect(pointer.recalled).toEqual(['catalog@1.0.1-bbbbbbbb']);
  });

  test('goes to the version that is named, however long ago it was live', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f'])
      await written(remote('catalog', { version: `1.0.0-${letter}` }));
    expect(await rollBack('catalog', { target, version: '1.0.0-a' })).toMatchObject({ from: '1.0.0-f', to: '1.0.0-a' });
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.remotes.catalog.version).toBe('1.0.0-a');
    expect(pointer.recalled).toEqual(['catalog@1.0.0-f']);
  });

  test('a second time goes past the version that the first one left', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c']) await written(remote('catalog', { version: `1.0.0-${letter}` }));
    expect(await rollBack('catalog', { target })).toMatchObject({ from: '1.0.0-c', to: '1.0.0-b' });
    expect(await rollBack('catalog', { target })).toMatchObject({ from: '1.0.0-b', to: '1.0.0-a' });
  });

  test('beside a release of the same part is told to try again, and the release stays', async () => {
    await written(host());
    for (const letter of ['c', 'a', 'b']) await written(catalog(letter));
    await expect(rollBack('catalog', { target: racing(catalog('c')) })).rejects.toThrow('try again');
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.remotes.catalog.version).toBe('1.0.0-c');
    expect(pointer.recalled).toEqual([]);
  });

  test('of an offer beside a newer one is told to try again, and the newer one stays', async () => {
    const to = { channel: 'beta' };
    await store.goLive(target, [host(), catalog('a')]);
    await store.goLive(target, [catalog('b')], { to });
    await expect(withdraw('catalog', { target: racing(catalog('c'), { to }), to })).rejects.toThrow('try again');
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.offers.map(({ release }) => release.version)).toEqual(['1.0.0-c']);
    expect(pointer.recalled).toEqual([]);
  });

  test('of an offer recalls its version', async () => {
    const to = { channel: 'beta' };
    await store.goLive(target, [host(), catalog('a')]);
    await store.goLive(target, [catalog('b')], { to });
    await withdraw('catalog', { target, to });
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.offers).toEqual([]);
    expect(pointer.recalled).toEqual(['catalog@1.0.0-b']);
  });

  test.each([
    ['everybody', undefined],
    ['a share of the visitors', { percent: 10 }],
  ])('of an offer recalls nothing that %s has as well', async (_who, others) => {
    const to = { channel: 'beta' };
    await store.goLive(target, [host(), catalog('a')]);
    await store.goLive(target, [catalog('b')], { to: others });
    await store.goLive(target, [catalog('b')], { to });
    await withdraw('catalog', { target, to });
    expect((await store.readLive(target)).pointer.recalled).toEqual([]);
    // Which would drop what is recalled.
    const { snapshot } = await store.goLive(target, [remote('queues')]);
    expect(snapshot.offers.map(({ percent }) => percent)).toEqual(others ? [10] : []);
  });

  test('is ended by a release of that version, also where it is live still', async () => {
    await store.goLive(target, [host(), catalog('a')]);
    await recall('catalog@1.0.0-a');
    const { changed } = await store.goLive(target, [catalog('a')]);
    expect(changed).toBe(true);
    expect((await store.readLive(target)).pointer.recalled).toEqual([]);
  });

  test('to a version whose files are gone, or that does not fit the live shell, is refused and changes nothing', async () => {
    await written(host('1.2.0'));
    await written(remote('catalog', { version: '1.0.0-a', contract: '^1.2.0' }));
    await written(remote('catalog', { version: '1.0.0-b' }));
    await store.goLive(target, [host('1.1.0')]);
    const { pointer } = await store.readLive(target);
    await expect(rollBack('catalog', { target, version: '1.0.0-gone' })).rejects.toThrow(
      `There is no catalog 1.0.0-gone in ${out}.`,
    );
    await expect(rollBack('catalog', { target, version: '1.0.0-a' })).rejects.toThrow(
      "Remote 'catalog' 1.0.0-a needs contract ^1.2.0; the live shell provides 1.1.0.",
    );
    expect((await store.readLive(target)).pointer).toEqual(pointer);
  });

  test('says so when there is nothing to go back to', async () => {
    await written(remote('catalog'));
    await expect(rollBack('catalog', { target })).rejects.toThrow(
      'catalog 1.0.0-aaaaaaaa has no earlier version that was not rolled back or retired; name one.',
    );
    await expect(rollBack('queues', { target })).rejects.toThrow(
      `There is no part 'queues' in ${out}. The parts there are catalog.`,
    );
    await expect(rollBack('catalog', { target, version: '1.0.0-aaaaaaaa' })).rejects.toThrow(
      'catalog 1.0.0-aaaaaaaa is what is live; nothing was changed.',
    );
    await expect(rollBack('catalog', { target, version: '1.0.0-nowhere' })).rejects.toThrow(
      'npm run releases -- catalog names those at hand.',
    );
  });
});

describe('retiring a remote', () => {
  let retire;
  beforeAll(async () => {
    ({ retire } = await import('../retire.mjs'));
  });
  const deals = (letter, contract) => remote('deals', { version: `1.0.0-${letter}`, contract, paths: ['/deals'] });

  test('takes it from everybody and from some, recalls each version, and frees its path; a release brings it back', async () => {
    await store.goLive(target, [host(), remote('catalog')]);
    await store.goLive(target, [deals('a')]);
    await store.goLive(target, [deals('b')]);
    await store.goLive(target, [deals('c')], { to: { channel: 'beta' } });
    await retire('deals', { target });
    const { pointer, snapshot } = await store.readLive(target);
    expect(rules.partsIn(snapshot)).toEqual(['host', 'catalog']);
    expect(rules.buildsOf(snapshot).map(({ part }) => part)).not.toContain('deals');
    expect(Object.keys(snapshot.since)).toEqual(['catalog', 'host']);
    expect([...pointer.recalled].sort()).toEqual(['deals@1.0.0-a', 'deals@1.0.0-b', 'deals@1.0.0-c']);
    const { snapshot: after } = await store.goLive(target, [remote('offers', { paths: ['/deals'] })]);
    expect(Object.keys(after.remotes)).toEqual(['catalog', 'offers']);
    await retire('offers', { target });
    await store.goLive(target, [deals('b')]);
    const { pointer: last, snapshot: back } = await store.readLive(target);
    expect(back.remotes.deals.version).toBe('1.0.0-b');
    expect(last.recalled).not.toContain('deals@1.0.0-b');
  });

  test('recalls every version that somebody was ever given, so that no rollback goes back past it by itself', async () => {
    const { rollBack } = await import('../rollback.mjs');
    await store.goLive(target, [host(), remote('catalog')]);
    await store.goLive(target, [deals('beta')], { to: { channel: 'beta' } });
    await store.goLive(target, [deals('next')], { to: { channel: 'beta' } });
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await store.goLive(target, [deals(letter)]);
    await retire('deals', { target });
    const { pointer } = await store.readLive(target);
    expect([...pointer.recalled].sort()).toEqual(
      ['a', 'b', 'beta', 'c', 'd', 'e', 'next'].map((letter) => `deals@1.0.0-${letter}`),
    );
    await store.goLive(target, [deals('f')]);
    await expect(rollBack('deals', { target })).rejects.toThrow(
      'deals 1.0.0-f has no earlier version that was not rolled back or retired; name one.',
    );
  });

  test('ends where a build finds its sources: what that makes live is recalled no longer', async () => {
    const { buildAndRegister } = await import('../build.mjs');
    const { versionOf } = await import('./parts.mjs');
    const queues = remote('queues', { version: await versionOf('queues') });
    const folder = path.join(out, 'queues', queues.version);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'build.json'), JSON.stringify(queues));
    await store.goLive(target, [host(), remote('queues', { version: '1.0.0-a' })]);
    await store.goLive(target, [queues]);
    await retire('queues', { target });
    expect((await buildAndRegister(['queues'], { out })).heldBack).toEqual([]);
    const { pointer, snapshot } = await store.readLive(target);
    expect(snapshot.remotes.queues.version).toBe(queues.version);
    expect(pointer.recalled).toEqual(['queues@1.0.0-a']);
  });

  test.each([
    ['host', 'not retired'],
    ['queues', "There is no part 'queues'"],
  ])('is refused for %s, and changes nothing', async (part, words) => {
    await store.goLive(target, [host(), remote('catalog')]);
    const { pointer } = await store.readLive(target);
    await expect(retire(part, { target })).rejects.toThrow(words);
    expect((await store.readLive(target)).pointer).toEqual(pointer);
  });
});

describe('what is offered to some', () => {
  const NEXT = '1.1.0-bbbbbbbb';

  test('leaves what everybody has as it is, and ends when everybody has it', async () => {
    await store.goLive(target, [host(), remote('catalog')]);
    const next = remote('catalog', { version: NEXT });
    await store.goLive(target, [next], { to: { channel: 'beta' } });
    await store.goLive(target, [next], { to: { percent: 10 } });
    const { snapshot } = await store.goLive(target, [next], { to: { percent: 50 } });
    expect(snapshot.remotes.catalog.version).toBe('1.0.0-aaaaaaaa');
    expect(snapshot.offers.map(({ channel, percent }) => channel ?? percent)).toEqual(['beta', 50]);
    const { snapshot: after } = await store.goLive(target, [next]);
    expect(after.remotes.catalog.version).toBe(NEXT);
    expect(after.offers).toEqual([]);
  });

  test('stays with them where another build goes live for everybody, and the release says so', async () => {
    await store.goLive(target, [host(), remote('catalog')]);
    await store.goLive(target, [remote('catalog', { version: NEXT })], { to: { channel: 'beta' } });
    await store.goLive(target, [remote('catalog', { version: NEXT })], { to: { percent: 10 } });
    const { snapshot } = await store.goLive(target, [remote('catalog', { version: '1.2.0-cccccccc' })]);
    expect(snapshot.offers).toHaveLength(2);
    expect(words.otherOffers(snapshot, 'catalog')).toEqual([
      `${NEXT} stays live in the channel beta; npm run rollback -- catalog --to beta ends that.`,
      `${NEXT} stays live for 10 % of the visitors; npm run rollback -- catalog --share ends that.`,
    ]);
    expect(words.otherOffers(snapshot, 'queues')).toEqual([]);
  });

  test('is listed by the releases, also where nobody else has that remote', async () => {
    const { listReleases } = await import('../releases.mjs');
    await store.goLive(target, [host(), remote('catalog')]);
    await store.goLive(target, [remote('loyalty')], { to: { channel: 'beta' } });
    const rows = async (only) => (await listReleases(target, only)).rows.map((row) => row.slice(0, 3).join(' '));
    expect(await rows()).toEqual([
      'host 2.2.63-1.2.0 everybody',
      'catalog 1.0.0-aaaaaaaa everybody',
      'loyalty 1.0.0-aaaaaaaa beta',
    ]);
    expect(await rows('catalog')).toEqual(['catalog 1.0.0-aaaaaaaa everybody']);
    await expect(rows('queues')).rejects.toThrow('The parts there are host, catalog, loyalty.');
  });

  test('is refused where it does not fit a shell that some have', async () => {
    await store.goLive(target, [host('1.3.0'), remote('catalog')]);
    await store.goLive(target, [host('1.2.0')], { to: { channel: 'beta' } });
    await expect(store.goLive(target, [remote('catalog', { version: NEXT, contract: '^1.3.0' })])).rejects.toThrow(
      `Remote 'catalog' ${NEXT} needs contract ^1.3.0; the offered shell 2.2.63-1.2.0 provides 1.2.0.`,
    );
  });
});

test('a shell is refused where it does not fit a remote that only some have', async () => {
  await store.goLive(target, [host('2.0.0'), remote('catalog', { contract: '^1.0.0 || ^2.0.0' })]);
  await store.goLive(target, [remote('catalog', { version: '1.1.0-bbbbbbbb', contract: '^2.0.0' })], {
    to: { percent: 10 },
  });
  await expect(store.goLive(target, [host('1.9.0')])).rejects.toThrow(
    "Remote 'catalog' 1.1.0-bbbbbbbb needs contract ^2.0.0; the live shell provides 1.9.0.",
  );
});

test('the list of releases says what is live for whom and since when, and what stands ready', async () => {
  const { listReleases } = await import('../releases.mjs');
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'nextTick', 'setImmediate'] });
  const at = async (time, ...release) => {
    jest.setSystemTime(new Date(`2030-01-01T${time}Z`));
    await store.goLive(target, ...release);
  };
  try {
    expect(await listReleases(target)).toEqual({ rows: [], pointer: null });
    await at('10:00:00', [host(), remote('catalog')]);
    await at('11:00:00', [remote('catalog', { version: '1.0.1-bbbbbbbb' })]);
    await at('12:00:00', [remote('catalog', { version: '1.1.0-cccccccc', contract: '^1.2.0' })], {
      to: { channel: 'beta' },
    });
    await at('12:30:00', [remote('catalog', { version: '1.2.0-dddddddd' })], { to: { percent: 10 } });
    await at('13:00:00', [remote('queues')]);
  } finally {
    jest.useRealTimers();
  }
  const { rows, pointer } = await listReleases(target);
  expect(rows).toEqual([
    ['host', '2.2.63-1.2.0', 'everybody', '2030-01-01 10:00', '1.2.0'],
    ['catalog', '1.0.1-bbbbbbbb', 'everybody', '2030-01-01 11:00', '^1.0.0'],
    ['catalog', '1.1.0-cccccccc', 'beta', '2030-01-01 12:00', '^1.2.0'],
    ['catalog', '1.2.0-dddddddd', '10 %', '2030-01-01 12:30', '^1.0.0'],
    ['catalog', '1.0.0-aaaaaaaa', 'kept', '', '^1.0.0'],
    ['queues', '1.0.0-aaaaaaaa', 'everybody', '2030-01-01 13:00', '^1.0.0'],
  ]);
  expect(pointer.at).toBe('2030-01-01T13:00:00.000Z');
});

test('npm run releases prints that list, of one part where one is named, and what is recalled', async () => {
  const releases = async (...args) => {
    const command = path.join(__dirname, '../releases.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [command, '--target', out, ...args]);
    return stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<minute>').split('\n');
  };
  expect(await releases()).toEqual([`Nothing is released in ${out}.`, '']);
  await store.goLive(target, [host(), remote('catalog')]);
  await store.goLive(target, [remote('catalog', { version: '1.0.1-b' })], { to: { channel: 'beta' } });
  await store.goLive(target, [remote('queues')]);
  const { name } = await recall('queues@0.9.0-c');
  const end = ['', `Snapshot ${name} in ${out}, live since <minute>.`, 'Recalled: queues@0.9.0-c', ''];
  expect(await releases()).toEqual([
    'part     version         for        since (UTC)       contract',
    'host     2.2.63-1.2.0    everybody  <minute>  1.2.0',
    'catalog  1.0.0-aaaaaaaa  everybody  <minute>  ^1.0.0',
    'catalog  1.0.1-b         beta       <minute>  ^1.0.0',
    'queues   1.0.0-aaaaaaaa  everybody  <minute>  ^1.0.0',
    ...end,
  ]);
  expect((await releases('queues')).slice(1)).toEqual(['queues  1.0.0-aaaaaaaa  everybody  <minute>  ^1.0.0', ...end]);
});

test('earlier releases stand ready, newest first, and one that a shell of today needs stays', async () => {
  await store.goLive(target, [host('1.2.0'), remote('catalog', { version: '1.0.0-old' })]);
  await store.goLive(target, [host('2.0.0'), remote('catalog', { version: '2.0.0-a', contract: '^2.0.0' })]);
  for (const version of ['2.0.0-b', '2.0.0-c', '2.0.0-d', '2.0.0-e']) {
    await store.goLive(target, [remote('catalog', { version, contract: '^2.0.0' })]);
  }
  const { snapshot } = await store.readLive(target);
  expect(snapshot.kept.catalog.map(({ version }) => version)).toEqual(['2.0.0-d', '2.0.0-c', '2.0.0-b', '1.0.0-old']);
});

describe('pruning', () => {
  const DAY = 86_400_000;
  let prune;
  beforeAll(async () => {
    ({ prune } = await import('./prune.mjs'));
  });

  /** Releases with its files, all of them a year old. */
  async function written(build, options) {
    const folder = path.join(out, build.part, build.version);
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, 'build.json');
    await writeFile(file, JSON.stringify(build));
    const old = new Date(Date.now() - 365 * DAY);
    await utimes(file, old, old);
    if (options !== null) await store.goLive(target, [build], options);
  }
  const versions = async (part) => (await readdir(path.join(out, part))).sort();
  const catalog = (letter) => remote('catalog', { version: `1.0.0-${letter}` });

  test('deletes what no page of the last day runs and what no rollback would go to by itself', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) await written(catalog(letter));
    // All of them were live within the last day.
    expect(await prune(target)).toEqual([]);
    const deleted = await prune(target, Date.now() + 2 * DAY);
    expect(deleted.map(({ version }) => version).sort()).toEqual(['1.0.0-a', '1.0.0-b']);
    expect(await versions('catalog')).toEqual(['1.0.0-c', '1.0.0-d', '1.0.0-e', '1.0.0-f']);
    expect(await versions('host')).toEqual([host().version]);
  });

  test('leaves what is offered, however long ago that was', async () => {
    await written(host('1.2.0'));
    await written(remote('catalog', { version: '1.0.0-old', contract: '^1.0.0' }));
    await written(catalog('beta'), { to: { channel: 'beta' } });
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await written(catalog(letter));
    await prune(target, Date.now() + 2 * DAY);
    expect(await versions('catalog')).toEqual(['1.0.0-b', '1.0.0-beta', '1.0.0-c', '1.0.0-d', '1.0.0-e']);
  });

  test('leaves three earlier shells, so that the shell can be rolled back as well', async () => {
    for (const contract of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0']) await written(host(contract));
    await prune(target, Date.now() + 2 * DAY);
    expect(await versions('host')).toEqual(['1.1.0', '1.2.0', '1.3.0', '1.4.0'].map((each) => `2.2.63-${each}`));
  });

  test('leaves what was built just now: somebody may be about to release it', async () => {
    await written(host());
    await written(catalog('forgotten'), null);
    await mkdir(path.join(out, 'catalog/1.0.0-new'), { recursive: true });
    await writeFile(path.join(out, 'catalog/1.0.0-new/build.json'), '{}');
    expect(await prune(target)).toMatchObject([{ part: 'catalog', version: '1.0.0-forgotten' }]);
    expect(await versions('catalog')).toEqual(['1.0.0-new']);
  });

  test('deletes nothing where nothing was ever released, and says so of a static host', async () => {
    await written(catalog('a'), null);
    expect(await prune(target)).toEqual([]);
    await expect(prune(targets.httpTarget('https://hall.example/'))).rejects.toThrow('is no folder');
  });
});
