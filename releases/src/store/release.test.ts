/** Tests the order of a release: it refuses before it writes anything. */
import { hostBuild, remoteBuild } from '../testing/builds';
import { staticHost } from '../testing/static-host';
import type { BuildFiles } from './build-files';
import { integrityOf } from './integrity';
import { readLive } from './read-live';
import { releaseBuilds } from './release';
import { releaseText } from './snapshot';
import { goLive } from './store';
import { httpTarget } from './targets/http';
import type { Target } from './targets/target';

let host: Awaited<ReturnType<typeof staticHost>>;
let target: Target;
beforeEach(async () => {
  host = await staticHost();
  target = httpTarget(host.base);
  await goLive(target, [hostBuild()]);
});
afterEach(() => host.close());

const integrity = { 'remoteEntry.12345678.js': integrityOf('entry') };
const catalog = { ...remoteBuild('catalog', { version: '1.0.0-a' }), integrity };

/** Makes a build with its records and its entry, and counts how often it is written. */
function toRelease(record = catalog, text = JSON.stringify(record)) {
  const contents = new Map([
    ['build.json', text],
    ['release.json', releaseText(record)],
    [record.entry, 'entry'],
  ]);
  const files: BuildFiles = {
    list: async () => [...contents.keys()],
    read: async (name) => (contents.has(name) ? Buffer.from(contents.get(name) ?? '') : null),
    sizeOf: async (name) => contents.get(name)?.length ?? null,
  };
  const publish = jest.fn(async () => void (await target.writeIfAbsent('catalog/1.0.0-a/build.json', text)));
  return { record, files, publish };
}

test('a build is written once, before it goes live', async () => {
  const build = toRelease();
  const written = build.publish.getMockImplementation();
  build.publish.mockImplementation(async () => {
    expect((await readLive(target)).snapshot.remotes).toEqual({});
    await written?.();
  });
  await releaseBuilds(target, [build]);
  expect(build.publish).toHaveBeenCalledTimes(1);
  expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
});

test.each([
  ['a screen that is missing', { ...catalog, modules: {}, routes: remoteBuild('catalog', { paths: ['/a'] }).routes }],
  ['a contract that no shell has', { ...catalog, contract: '^9.0.0' }],
])('a build with %s is refused, and nothing of it is written', async (_what, record) => {
  const build = toRelease(record);
  const before = host.files.size;
  await expect(releaseBuilds(target, [build])).rejects.toMatchObject({ name: 'ReleaseRefused' });
  expect(build.publish).not.toHaveBeenCalled();
  expect(host.files.size).toBe(before);
});

test('other bytes of a live version are refused', async () => {
  await releaseBuilds(target, [toRelease()]);
  const other = toRelease(catalog, `${JSON.stringify(catalog)}\n`);
  await expect(releaseBuilds(target, [other])).rejects.toThrow('catalog 1.0.0-a is in');
  expect(other.publish).not.toHaveBeenCalled();
});

test('a release writes the missing files of a live build again', async () => {
  await releaseBuilds(target, [toRelease()]);
  host.files.delete('/parts/catalog/1.0.0-a/build.json');
  expect(await releaseBuilds(target, [toRelease()])).toMatchObject({ changed: false });
  expect(await target.read('catalog/1.0.0-a/build.json')).not.toBeNull();
});

test('a static host refuses a release to a channel, since no server asks the visitor there', async () => {
  const before = [...host.files.keys()];
  const releasing = releaseBuilds(target, [toRelease()], { to: { channel: 'beta' } });
  await expect(releasing).rejects.toThrow('has no server that asks a visitor to join a channel');
  expect([...host.files.keys()]).toEqual(before);
});

describe('with the API of the site', () => {
  const calling = (path: string) => {
    const calls = { form: 1, calls: [{ method: 'GET', paths: [path], at: 'src/a.ts:1' }], unread: [] };
    const surface = JSON.stringify({ form: 0, calls });
    const build = toRelease({ ...catalog, surface: integrityOf(surface) });
    const { list, read } = build.files;
    build.files.list = async () => [...(await list()), 'surface.json'];
    build.files.read = async (name) => (name === 'surface.json' ? Buffer.from(surface) : read(name));
    return build;
  };
  const api = { paths: { '/api/v1/venues': { get: { responses: { 200: {} } } } } };

  test('a build that calls what the API does not have is refused, by name, before anything is written', async () => {
    const build = calling('/venues/{}');
    await expect(releaseBuilds(target, [build], { describeApi: () => api })).rejects.toMatchObject({
      problems: [
        'catalog 1.0.0-a does not fit the API. GET /venues/{}: the API does not have this operation. (src/a.ts:1)',
      ],
    });
    expect(build.publish).not.toHaveBeenCalled();
  });

  test.each([
    ['a build that fits it', () => calling('/venues')],
    ['a build without a record of its calls, as of the baseline', () => toRelease()],
  ])('%s goes live', async (_case, build) => {
    expect(await releaseBuilds(target, [build()], { describeApi: () => api })).toMatchObject({ changed: true });
  });
});
