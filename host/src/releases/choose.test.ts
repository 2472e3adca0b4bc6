import type { RemoteRelease } from 'releases/model/schemas';
import { release, snapshotOf } from '../testing/federation';
import { chooseReleases } from './choose';
import type { RegistrySnapshot } from './snapshot';

const PROVIDES = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };
const SITE = 'https://hall.test';
const live = release('catalog', { version: '2.0.0-live', contract: '^2.0.0' });
const older = release('catalog', { version: '1.9.0-previous' });
const oldest = release('catalog', { version: '1.8.0-previous' });

const asPrevious = ({ version, path, contract, packages, events }: RemoteRelease) => ({
  version,
  path,
  contract,
  packages,
  events,
  slots: [],
  record: `sha256-${version}`,
});

function registry(changes: Partial<RegistrySnapshot> = {}): RegistrySnapshot {
  const kept = { catalog: [asPrevious({ ...older, contract: '^2.0.0' }), asPrevious(older), asPrevious(oldest)] };
  const base = { schema: 2, parent: null, at: '', since: {}, offers: [], kept } as const;
  return { ...base, ...snapshotOf({ catalog: live }), ...changes };
}

const original = window.fetch;
let requested: { path: string; integrity: string | undefined }[];
let warnings: jest.SpyInstance;

/** Acts as a browser, which rejects a file whose bytes do not match the integrity. */
function serve(records: Record<string, string>): void {
  window.fetch = async (address, options) => {
    const { pathname } = new URL(String(address));
    requested.push({ path: pathname, integrity: options?.integrity });
    const text = records[pathname];
    if (text === undefined) throw new TypeError('Failed to fetch');
    return { json: async () => JSON.parse(text) } as Response;
  };
}

beforeEach(() => {
  requested = [];
  warnings = jest.spyOn(console, 'warn').mockImplementation(() => {});
  serve({ [`${older.path}release.json`]: JSON.stringify(older) });
});
afterEach(() => {
  window.fetch = original;
  warnings.mockRestore();
});

const options = { cohort: {}, provides: PROVIDES, site: SITE };
const versionFor = async (snapshot: RegistrySnapshot, cohort = {}) =>
  (await chooseReleases(snapshot, { ...options, cohort })).remotes.catalog?.version;

test('the newest compatible previous release runs if the live one needs a newer contract, and only its record is requested', async () => {
  const { remotes } = await chooseReleases(registry(), options);
  expect(remotes.catalog).toEqual(older);
  expect(requested).toEqual([{ path: `${older.path}release.json`, integrity: 'sha256-1.9.0-previous' }]);
  expect(warnings).toHaveBeenCalledWith(
    expect.stringContaining(
      "Remote 'catalog' 2.0.0-live needs contract ^2.0.0; this shell provides 1.2.0. 1.9.0-previous is used in its place.",
    ),
  );
});

test('the verdicts for the running shell decide which release fits, and the loader gets them too', async () => {
  const lacks = [{ name: 'fillPath', from: 'shared-contracts/remote' }];
  const verdicts = { '2.0.0-shell': { 'catalog@2.0.0-live': [] }, '3.0.0-shell': { 'catalog@2.0.0-live': lacks } };
  const chosen = async (version: string) =>
    await chooseReleases(registry({ verdicts }), { ...options, provides: { ...PROVIDES, version } });
  expect((await chosen('2.0.0-shell')).remotes.catalog?.version).toBe('2.0.0-live');
  expect((await chosen('2.0.0-shell')).verdicts).toBe(verdicts);
  expect((await chosen('3.0.0-shell')).remotes.catalog?.version).toBe('1.9.0-previous');
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('takes fillPath from shared-contracts/remote'));
});

test('the live release stays if no previous one is compatible, so that the loader refuses it by name', async () => {
  expect(await versionFor(registry({ kept: {} }))).toBe('2.0.0-live');
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('No previous release is compatible.'));
  expect(requested).toEqual([]);
});

test('the live release stays if the record of the previous one cannot be loaded, and the console says why', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  serve({});
  expect(await versionFor(registry())).toBe('2.0.0-live');
  expect(errors).toHaveBeenCalledWith(
    'release.json of catalog 1.9.0-previous cannot be loaded, or is not what was released',
    expect.any(TypeError),
  );
  errors.mockRestore();
});

test('only the visitors of a channel get its releases, even of a remote that only the channel has', async () => {
  const beta = { ...live, version: '1.1.0-beta', contract: '^1.0.0' };
  const offers = [
    { part: 'catalog', channel: 'beta', since: '', release: beta },
    { part: 'reviews', channel: 'beta', since: '', release: { ...beta, version: '0.1.0-first' } },
  ];
  const fitting = snapshotOf({ catalog: older });
  expect(await versionFor(registry({ ...fitting, offers }), { channel: 'beta' })).toBe('1.1.0-beta');
  expect(await versionFor(registry({ ...fitting, offers }))).toBe('1.9.0-previous');
  const { remotes } = await chooseReleases(registry({ ...fitting, offers }), {
    ...options,
    cohort: { channel: 'beta' },
  });
  expect(remotes.reviews?.version).toBe('0.1.0-first');
  expect(Object.keys((await chooseReleases(registry({ ...fitting, offers }), options)).remotes)).toEqual(['catalog']);
});

test('only the visitors of a channel request the record of its release', async () => {
  const beta = { ...older, version: '1.1.0-beta', path: '/parts/catalog/1.1.0-beta/' };
  const listed = { ...asPrevious(beta), paths: [], styles: [] };
  const offers = [{ part: 'catalog', channel: 'beta', since: '', release: listed }];
  serve({ [`${beta.path}release.json`]: JSON.stringify(beta) });
  const snapshot = registry({ ...snapshotOf({ catalog: older }), offers });
  expect(await versionFor(snapshot)).toBe('1.9.0-previous');
  expect(requested).toEqual([]);
  expect(await versionFor(snapshot, { channel: 'beta' })).toBe('1.1.0-beta');
  expect(requested).toEqual([{ path: `${beta.path}release.json`, integrity: 'sha256-1.1.0-beta' }]);
});

test('a previous release keeps its paths, except for one that another remote has claimed since', async () => {
  const route = { screen: 'list', guard: 'public', audience: 'anyone', title: 'Deals' } as const;
  const earlier = { ...older, routes: ['/venues', '/Deals/:id'].map((path) => ({ ...route, path })) };
  serve({ [`${older.path}release.json`]: JSON.stringify(earlier) });
  const deals = release('deals', { routes: [{ ...route, path: '/deals/:dealId' }] });
  const { remotes } = await chooseReleases(registry(snapshotOf({ catalog: live, deals })), options);
  expect(remotes.catalog?.routes.map(({ path }) => path)).toEqual(['/venues']);
  expect(remotes.deals).toEqual(deals);
});
