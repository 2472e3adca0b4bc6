// Tests the commands of a release: rollback, retirement, and the list of releases.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import type { Audience, BuildRecord } from '../model/schemas';
import { SERVICE } from '../model/service';
import { publishBuild } from '../store/publish';
import { readLive } from '../store/read-live';
import { listReleases } from '../store/releases';
import { retire } from '../store/retire';
import { rollBack, withdraw } from '../store/rollback';
import { appsIn, buildsOf } from '../store/snapshot';
import { goLive, move } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { httpTarget } from '../store/targets/http';
import type { Target } from '../store/targets/target';
import { hostBuild as host, remoteBuild as remote } from '../testing/builds';
import { type StaticHost, staticHost } from '../testing/static-host';
import { release } from './release';

let target: Target;
let out: string;

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = folderTarget(out);
});

afterEach(() => rm(out, { recursive: true, force: true }));

const recall = (...versions: string[]) =>
  move(
    target,
    ({ snapshot, parent, at }) => ({ ...snapshot, parent, at }),
    () => versions,
  );

describe('rolling back', () => {
  const written = async (build: BuildRecord) => {
    await mkdir(path.join(out, build.part, build.version), { recursive: true });
    await writeFile(path.join(out, build.part, build.version, 'build.json'), JSON.stringify(build));
    await goLive(target, [build]);
  };
  const catalog = (letter: string) => remote('catalog', { version: `1.0.0-${letter}` });
  /** A target where another release goes live right after the command has read the live one. */
  const racing = (build: BuildRecord, options?: { to: Audience }): Target => {
    let hasRead = false;
    return {
      ...target,
      async read(name: string) {
        const found = await target.read(name);
        if (name === 'registry/pointer.json' && !hasRead) {
          hasRead = true;
          await goLive(target, [build], options);
        }
        return found;
      },
    };
  };

  test('returns to the version before, also if other apps were released since, and recalls the version that it left', async () => {
    await written(host());
    await written(remote('catalog'));
    await written(remote('catalog', { version: '1.0.1-bbbbbbbb' }));
    await written(remote('queues'));
    await rollBack('catalog', { target });
    const { pointer, snapshot } = await readLive(target);
    expect(snapshot.remotes.catalog?.version).toBe('1.0.0-aaaaaaaa');
    expect(snapshot.remotes.queues?.version).toBe('1.0.0-aaaaaaaa');
    expect(pointer?.recalled).toEqual(['catalog@1.0.1-bbbbbbbb']);
  });

  test('returns to the named version, however long ago it was live', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f'])
      await written(remote('catalog', { version: `1.0.0-${letter}` }));
    expect(await rollBack('catalog', { target, version: '1.0.0-a' })).toMatchObject({ from: '1.0.0-f', to: '1.0.0-a' });
    const { pointer, snapshot } = await readLive(target);
    expect(snapshot.remotes.catalog?.version).toBe('1.0.0-a');
    expect(pointer?.recalled).toEqual(['catalog@1.0.0-f']);
  });

  test('skips, the second time, the version that the first rollback left', async () => {
    await written(host());
    for (const letter of ['a', 'b', 'c']) await written(remote('catalog', { version: `1.0.0-${letter}` }));
    expect(await rollBack('catalog', { target })).toMatchObject({ from: '1.0.0-c', to: '1.0.0-b' });
    expect(await rollBack('catalog', { target })).toMatchObject({ from: '1.0.0-b', to: '1.0.0-a' });
  });

  test('asks to try again during a release of the same app, and the release stays', async () => {
    await written(host());
    for (const letter of ['c', 'a', 'b']) await written(catalog(letter));
    await expect(rollBack('catalog', { target: racing(catalog('c')) })).rejects.toThrow('try again');
    const { pointer, snapshot } = await readLive(target);
    expect(snapshot.remotes.catalog?.version).toBe('1.0.0-c');
    expect(pointer?.recalled).toEqual([]);
  });

  test('in a channel asks to try again if a newer release came there, which stays', async () => {
    const to = { channel: 'beta' };
    await goLive(target, [host(), catalog('a')]);
    await goLive(target, [catalog('b')], { to });
    await expect(withdraw('catalog', { target: racing(catalog('c'), { to }), to })).rejects.toThrow('try again');
    const { pointer, snapshot } = await readLive(target);
    expect(snapshot.offers.map(({ release }) => release.version)).toEqual(['1.0.0-c']);
    expect(pointer?.recalled).toEqual([]);
  });

  test('in a channel recalls its version', async () => {
    const to = { channel: 'beta' };
    await goLive(target, [host(), catalog('a')]);
    await goLive(target, [catalog('b')], { to });
    await withdraw('catalog', { target, to });
    const { pointer, snapshot } = await readLive(target);
    expect(snapshot.offers).toEqual([]);
    expect(pointer?.recalled).toEqual(['catalog@1.0.0-b']);
  });

  test.each([
    ['all visitors', undefined],
    ['a rollout', { percent: 10 }],
  ])('in a channel does not recall a version that %s has as well', async (_who, others) => {
    const to = { channel: 'beta' };
    await goLive(target, [host(), catalog('a')]);
    await goLive(target, [catalog('b')], { to: others });
    await goLive(target, [catalog('b')], { to });
    await withdraw('catalog', { target, to });
    expect((await readLive(target)).pointer?.recalled).toEqual([]);
    // A release drops recalled builds from channels and rollouts.
    const { snapshot } = await goLive(target, [remote('queues')]);
    expect(snapshot.offers.map(({ percent }) => percent)).toEqual(others ? [10] : []);
  });

  test('in a channel recalls neither a previous release for all visitors nor a version that was live for all within the day', async () => {
    const to = { channel: 'beta' };
    for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) await goLive(target, [host(), catalog(letter)]);
    expect((await readLive(target)).snapshot.kept.catalog?.map(({ version }) => version)).not.toContain('1.0.0-a');
    for (const letter of ['a', 'e']) {
      await goLive(target, [catalog(letter)], { to });
      await withdraw('catalog', { target, to });
    }
    await goLive(target, [host('1.3.0')]);
    await goLive(target, [host()], { to });
    await withdraw('host', { target, to });
    expect((await readLive(target)).pointer?.recalled).toEqual([]);
  });

  test('for all visitors stays in force, since a release of that version for some of them is refused', async () => {
    for (const letter of ['a', 'b', 'a']) await goLive(target, [host(), catalog(letter)]);
    await recall('catalog@1.0.0-b');
    for (const to of [{ channel: 'beta' }, { percent: 10 }]) {
      await expect(goLive(target, [catalog('b')], { to })).rejects.toThrow(
        'catalog 1.0.0-b was taken back from all visitors, and only a release for all visitors brings it back.',
      );
    }
    expect((await readLive(target)).pointer?.recalled).toEqual(['catalog@1.0.0-b']);
  });

  test('in a channel ends with another release for some visitors', async () => {
    await goLive(target, [host(), catalog('a')]);
    await goLive(target, [catalog('b')], { to: { channel: 'beta' } });
    await withdraw('catalog', { target, to: { channel: 'beta' } });
    await goLive(target, [catalog('b')], { to: { percent: 10 } });
    expect((await readLive(target)).pointer?.recalled).toEqual([]);
  });

  test('ends with a release of that version, even if it is still live', async () => {
    await goLive(target, [host(), catalog('a')]);
    await recall('catalog@1.0.0-a');
    const { changed } = await goLive(target, [catalog('a')]);
    expect(changed).toBe(true);
    expect((await readLive(target)).pointer?.recalled).toEqual([]);
  });

  test('refuses a version whose files are gone or that does not fit the live shell, and changes nothing', async () => {
    await written(host('1.2.0'));
    await written(remote('catalog', { version: '1.0.0-a', contract: '^1.2.0' }));
    await written(remote('catalog', { version: '1.0.0-b' }));
    await goLive(target, [host('1.1.0')]);
    const { pointer } = await readLive(target);
    await expect(rollBack('catalog', { target, version: '1.0.0-gone' })).rejects.toThrow(
      `There is no catalog 1.0.0-gone in ${out}.`,
    );
    await expect(rollBack('catalog', { target, version: '1.0.0-a' })).rejects.toThrow(
      "Remote 'catalog' 1.0.0-a needs contract ^1.2.0; the live shell provides 1.1.0.",
    );
    expect((await readLive(target)).pointer).toEqual(pointer);
  });

  test('says so if there is no earlier version', async () => {
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
      'npm run releases -- catalog lists the versions that are there.',
    );
  });
});

describe('retiring a remote', () => {
  const deals = (letter: string) => remote('deals', { version: `1.0.0-${letter}`, paths: ['/deals'] });

  test('removes it for all visitors, recalls each version, and frees its path, until a release brings it back', async () => {
    await goLive(target, [host(), remote('catalog')]);
    await goLive(target, [deals('a')]);
    await goLive(target, [deals('b')]);
    await goLive(target, [deals('c')], { to: { channel: 'beta' } });
    await retire('deals', { target });
    const { pointer, snapshot } = await readLive(target);
    expect(appsIn(snapshot)).toEqual(['host', 'catalog']);
    expect(buildsOf(snapshot).map(({ part }) => part)).not.toContain('deals');
    expect(Object.keys(snapshot.since)).toEqual(['catalog', 'host']);
    expect([...(pointer?.recalled ?? [])].sort()).toEqual(['deals@1.0.0-a', 'deals@1.0.0-b', 'deals@1.0.0-c']);
    const { snapshot: after } = await goLive(target, [remote('offers', { paths: ['/deals'] })]);
    expect(Object.keys(after.remotes)).toEqual(['catalog', 'offers']);
    await retire('offers', { target });
    await goLive(target, [deals('b')]);
    const { pointer: last, snapshot: back } = await readLive(target);
    expect(back.remotes.deals?.version).toBe('1.0.0-b');
    expect(last?.recalled).not.toContain('deals@1.0.0-b');
  });

  test('recalls every version that a visitor could get, so that only a rollback by name returns to one', async () => {
    await goLive(target, [host(), remote('catalog')]);
    await goLive(target, [deals('beta')], { to: { channel: 'beta' } });
    await goLive(target, [deals('next')], { to: { channel: 'beta' } });
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await goLive(target, [deals(letter)]);
    await retire('deals', { target });
    const { pointer } = await readLive(target);
    expect([...(pointer?.recalled ?? [])].sort()).toEqual(
      ['a', 'b', 'beta', 'c', 'd', 'e', 'next'].map((letter) => `deals@1.0.0-${letter}`),
    );
    await goLive(target, [deals('f')]);
    await expect(rollBack('deals', { target })).rejects.toThrow(
      'deals 1.0.0-f has no earlier version that was not rolled back or retired; name one.',
    );
  });

  test.each([
    ['host', 'not retired'],
    ['queues', "There is no app 'queues'"],
  ])('is refused for %s, and changes nothing', async (part, words) => {
    await goLive(target, [host(), remote('catalog')]);
    const { pointer } = await readLive(target);
    await expect(retire(part, { target })).rejects.toThrow(words);
    expect((await readLive(target)).pointer).toEqual(pointer);
  });
});

test('the list has a release in a channel, also if other visitors do not have that remote', async () => {
  await goLive(target, [host(), remote('catalog')]);
  await goLive(target, [remote('loyalty')], { to: { channel: 'beta' } });
  const rows = async (only?: string) => (await listReleases(target, only)).rows.map((row) => row.slice(0, 3).join(' '));
  expect(await rows()).toEqual([
    'host 2.2.63-1.2.0 all visitors',
    'catalog 1.0.0-aaaaaaaa all visitors',
    'loyalty 1.0.0-aaaaaaaa beta',
  ]);
  expect(await rows('catalog')).toEqual(['catalog 1.0.0-aaaaaaaa all visitors']);
  await expect(rows('queues')).rejects.toThrow('The apps there are host, catalog, loyalty.');
});

test('the list shows the live releases, for whom and since when, and the previous ones', async () => {
  jest.useFakeTimers({ doNotFake: ['setTimeout', 'nextTick', 'setImmediate'] });
  const at = async (time: string, builds: BuildRecord[], options?: { to: Audience }) => {
    jest.setSystemTime(new Date(`2030-01-01T${time}Z`));
    await goLive(target, builds, options);
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
    ['host', '2.2.63-1.2.0', 'all visitors', '2030-01-01 10:00', '1.2.0'],
    ['catalog', '1.0.1-bbbbbbbb', 'all visitors', '2030-01-01 11:00', '^1.0.0'],
    ['catalog', '1.1.0-cccccccc', 'beta', '2030-01-01 12:00', '^1.2.0'],
    ['catalog', '1.2.0-dddddddd', '10 %', '2030-01-01 12:30', '^1.0.0'],
    ['catalog', '1.0.0-aaaaaaaa', 'previous', '', '^1.0.0'],
    ['queues', '1.0.0-aaaaaaaa', 'all visitors', '2030-01-01 13:00', '^1.0.0'],
  ]);
  expect(pointer?.at).toBe('2030-01-01T13:00:00.000Z');
});

/** The lines that npm run releases prints. */
const printed = (place: string, ...args: string[]) => printedWith({}, place, ...args);
async function printedWith(env: Readonly<Record<string, string>>, place: string, ...args: string[]): Promise<string[]> {
  const command = path.join(import.meta.dirname, 'releases.ts');
  const given = ['--import', 'tsx', command, '--target', place, ...args];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, given, { env: { ...process.env, ...env } });
  return (stderr + stdout).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<minute>').split('\n');
}

test('npm run releases reads the registry of a site with a release service without a token', async () => {
  const site = await staticHost();
  try {
    await goLive(httpTarget(site.base), [host()]);
    const service = Buffer.from(JSON.stringify({ data: { service: SERVICE, site: null } }));
    site.files.set('/api/v1/registry', { body: service, headers: {} });
    expect((await printed(site.base))[1]).toBe('host  2.2.63-1.2.0  all visitors  <minute>  1.2.0');
  } finally {
    site.close();
  }
}, 30_000);

test('a release service also names the makers to those with a token, unless its version is older', async () => {
  const site = await staticHost();
  const serve = (route: string, data: object) =>
    site.files.set(`/api/v1/registry${route}`, { body: Buffer.from(JSON.stringify({ data })), headers: {} });
  const token = { RELEASE_TOKEN: 'fhr_menu' };
  try {
    serve('', { service: SERVICE, site: null });
    const at = '2026-11-23T14:00:00.000Z';
    const row = ['catalog', '1.0.0-a', 'all visitors', '2026-11-23 14:00', '^1.0.0'];
    serve('/releases', { rows: [row], pointer: { current: 'abc', at, recalled: [] } });
    expect((await printedWith(token, site.base))[1]).toMatch(/^catalog .* \^1\.0\.0$/);
    const release = { app: 'catalog', version: '1.0.0-a', for: 'all', since: at, contract: '^1.0.0' };
    const made = { ...release, maker: { team: 'menu', at, by: 'release', message: 'New menu' }, source: null };
    serve('/status', { snapshot: 'abc', at, recalled: [], releases: [made], fits: [] });
    expect((await printedWith(token, site.base))[1]).toMatch(/\^1\.0\.0 +menu: New menu$/);
    expect(JSON.parse((await printedWith(token, site.base, '--json')).join('')).releases).toEqual([made]);
  } finally {
    site.close();
  }
}, 30_000);

test('npm run releases prints the list, for one app if it is named, and the recalled versions', async () => {
  const releases = (...args: string[]) => printed(out, ...args);
  expect(await releases()).toEqual([`Nothing is released in ${out}.`, '']);
  await goLive(target, [host(), remote('catalog')]);
  await goLive(target, [remote('catalog', { version: '1.0.1-b' })], { to: { channel: 'beta' } });
  await goLive(target, [remote('queues')]);
  const { name } = await recall('queues@0.9.0-c');
  const end = ['', `Snapshot ${name} in ${out}, live since <minute>.`, 'Recalled: queues@0.9.0-c', ''];
  expect(await releases()).toEqual([
    'app      version         for           since (UTC)       contract',
    'host     2.2.63-1.2.0    all visitors  <minute>  1.2.0',
    'catalog  1.0.0-aaaaaaaa  all visitors  <minute>  ^1.0.0',
    'catalog  1.0.1-b         beta          <minute>  ^1.0.0',
    'queues   1.0.0-aaaaaaaa  all visitors  <minute>  ^1.0.0',
    ...end,
  ]);
  expect((await releases('queues')).slice(1)).toEqual([
    'queues  1.0.0-aaaaaaaa  all visitors  <minute>  ^1.0.0',
    ...end,
  ]);
  const { fits, ...status } = JSON.parse((await releases('--json', 'queues')).join(''));
  expect(status).toMatchObject({
    snapshot: name,
    recalled: ['queues@0.9.0-c'],
    releases: [{ app: 'queues', for: 'all' }],
  });
  expect(fits).toEqual([{ remote: 'queues', version: '1.0.0-aaaaaaaa', shell: '2.2.63-1.2.0', problems: [] }]);
  await expect(releases('--json', '--prune')).rejects.toThrow('--prune is of all apps and lists none: give it alone.');
}, 30_000);

test('npm run releases warns of a pointer that the key of the site did not sign', async () => {
  await goLive(target, [host()]);
  const pointer = path.join(out, 'registry/pointer.json');
  await writeFile(pointer, (await readFile(pointer, 'utf8')).replace('"recalled": []', '"recalled": ["host@1.0.0-a"]'));
  const [warning, , row] = await printed(out);
  expect(warning).toMatch('warning: registry/pointer.json is not signed by a key that the shell 2.2.63-1.2.0 trusts');
  expect(row).toMatch('host  2.2.63-1.2.0');
}, 30_000);

test('the list of one app has every build that a rollback could return to, in a folder and on a static host', async () => {
  const site = await staticHost();
  try {
    for (const place of [target, httpTarget(site.base)]) {
      for (const letter of ['a', 'b', 'c', 'd', 'e', 'f']) {
        const build = remote('queues', { version: `1.0.0-${letter}` });
        await place.writeIfAbsent(`queues/${build.version}/build.json`, JSON.stringify(build));
        if (letter !== 'f') await goLive(place, letter === 'a' ? [host(), build] : [build]);
      }
      const { rows } = await listReleases(place, 'queues');
      const named = rows.map(([, version, , since, contract]) => [version, since === '' ? contract : 'live']);
      // These are the live one and three previous releases. A static host knows others only if its registry has named them.
      const retained = place.builds ? ['1.0.0-a', '1.0.0-f'] : ['1.0.0-a'];
      expect(named.slice(0, 4).map(([version]) => version)).toEqual(['1.0.0-e', '1.0.0-d', '1.0.0-c', '1.0.0-b']);
      expect(named.slice(4).sort()).toEqual(retained.map((version) => [version, '^1.0.0']));
      expect((await listReleases(place)).rows.map(([, version]) => version)).not.toContain('1.0.0-a');
      expect((await rollBack('queues', { target: place, version: '1.0.0-a' })).to).toBe('1.0.0-a');
    }
  } finally {
    site.close();
  }
});

describe('on a static host', () => {
  /** Writes a shell's build into `out`. */
  async function written(record: BuildRecord): Promise<BuildRecord> {
    const folder = path.join(out, 'host', record.version);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'index.html'), 'one');
    await writeFile(path.join(folder, 'build.json'), JSON.stringify(record));
    return record;
  }
  let site: StaticHost;
  beforeEach(async () => {
    site = await staticHost();
  });
  afterEach(() => site.close());

  test('retiring a remote also writes the page, which an earlier release may have left out', async () => {
    const target = httpTarget(site.base);
    const record = host();
    await publishBuild(target, out, await written(record));
    await goLive(target, [record, remote('deals', { version: '1.0.0-a' })]);
    await retire('deals', { target });
    const { pointer, snapshot } = await readLive(target);
    expect([snapshot.remotes, pointer?.recalled]).toEqual([{}, ['deals@1.0.0-a']]);
    expect(site.text('/index.html')).toBe('one');
  });

  test('a shell for some visitors is refused, since the host has one page for all', async () => {
    const target = httpTarget(site.base);
    await expect(release('host', { out, target, to: { channel: 'beta' } })).rejects.toThrow(
      `${site.base} has one page for all visitors: release a shell there without --to and --percent.`,
    );
  });
});
