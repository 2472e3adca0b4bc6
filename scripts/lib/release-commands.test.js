// The commands of a release: rollback, retirement, and the list of releases.
const { execFile } = require('node:child_process');
const { mkdir, mkdtemp, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const { hostBuild: host, remoteBuild: remote } = require('registry/testing/builds');
const { staticHost } = require('registry/testing/static-host');

let rules;
let store;
let folderTarget;
let httpTarget;
let publish;
let target;
let out;

beforeAll(async () => {
  rules = await import('registry/node/snapshot');
  store = await import('registry/node/store');
  publish = await import('registry/node/publish');
  ({ folderTarget } = await import('registry/node/targets/folder'));
  ({ httpTarget } = await import('registry/node/targets/http'));
});

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = folderTarget(out);
});

afterEach(() => rm(out, { recursive: true, force: true }));

const recall = (...versions) =>
  store.move(
    target,
    ({ snapshot, parent, at }) => ({ ...snapshot, parent, at }),
    () => versions,
  );

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
      `There is no app 'queues' in ${out}. The apps there are catalog.`,
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
    expect(rules.appsIn(snapshot)).toEqual(['host', 'catalog']);
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

  test.each([
    ['host', 'not retired'],
    ['queues', "There is no app 'queues'"],
  ])('is refused for %s, and changes nothing', async (part, words) => {
    await store.goLive(target, [host(), remote('catalog')]);
    const { pointer } = await store.readLive(target);
    await expect(retire(part, { target })).rejects.toThrow(words);
    expect((await store.readLive(target)).pointer).toEqual(pointer);
  });
});

test('what is offered to some is listed by the releases, also where nobody else has that remote', async () => {
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
  await expect(rows('queues')).rejects.toThrow('The apps there are host, catalog, loyalty.');
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
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      command,
      '--target',
      out,
      ...args,
    ]);
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
}, 30_000);

test('the list of one part names every build that a rollback could go to, in a folder and on a static host', async () => {
  const { listReleases } = await import('../releases.mjs');
  const { rollBack } = await import('../rollback.mjs');
  const site = await staticHost();
  try {
    for (const place of [target, httpTarget(site.base)]) {
      for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const build = remote('queues', { version: `1.0.0-${letter}` });
        await place.writeIfAbsent(`queues/${build.version}/build.json`, JSON.stringify(build));
        if (letter !== 'f') await store.goLive(place, letter === 'a' ? [host(), build] : [build]);
      }
      const { rows } = await listReleases(place, 'queues');
      const named = rows.map(([, version, , since, contract]) => [version, since === '' ? contract : 'live']);
      // The live one and three that are kept; of the others a static host knows what its registry has named.
      const atHand = place.builds ? ['1.0.0-a', '1.0.0-f'] : ['1.0.0-a'];
      expect(named.slice(0, 4).map(([version]) => version)).toEqual(['1.0.0-e', '1.0.0-d', '1.0.0-c', '1.0.0-b']);
      expect(named.slice(4).sort()).toEqual(atHand.map((version) => [version, '^1.0.0']));
      expect((await listReleases(place)).rows.map(([, version]) => version)).not.toContain('1.0.0-a');
      expect((await rollBack('queues', { target: place, version: '1.0.0-a' })).to).toBe('1.0.0-a');
    }
  } finally {
    site.close();
  }
});

describe('on a static host', () => {
  /** A shell's build in `out`. */
  async function written(record) {
    const folder = path.join(out, 'host', record.version);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'index.html'), 'one');
    await writeFile(path.join(folder, 'build.json'), JSON.stringify(record));
    return record;
  }
  let site;
  beforeEach(async () => {
    site = await staticHost();
  });
  afterEach(() => site.close());

  test('retiring a remote on a static host writes the page as well, which a release before may have left out', async () => {
    const { retire } = await import('../retire.mjs');
    const target = httpTarget(site.base);
    const record = host();
    await publish.publishBuild(target, out, await written(record));
    await store.goLive(target, [record, remote('deals', { version: '1.0.0-a' })]);
    await retire('deals', { target });
    const { pointer, snapshot } = await store.readLive(target);
    expect([snapshot.remotes, pointer.recalled]).toEqual([{}, ['deals@1.0.0-a']]);
    expect(site.text('/index.html')).toBe('one');
  });

  test('a shell for some is refused on a static host, which has one page for everybody', async () => {
    const { release } = await import('../release.mjs');
    const target = httpTarget(site.base);
    await expect(release('host', { out, target, to: { channel: 'beta' } })).rejects.toThrow(
      `${site.base} has one page for everybody: there a shell is released without --to and --percent.`,
    );
  });
});
