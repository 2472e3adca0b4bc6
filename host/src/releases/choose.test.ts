import type { RemoteRelease } from 'registry/model';
import { release, snapshotOf } from '../testing/federation';
import { chooseReleases } from './choose';
import type { RegistrySnapshot } from './snapshot';

const PROVIDES = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };
const SITE = 'https://hall.test';
const live = release('catalog', { version: '2.0.0-live', contract: '^2.0.0' });
const older = release('catalog', { version: '1.9.0-kept' });
const oldest = release('catalog', { version: '1.8.0-kept' });

const keptOf = ({ version, path, contract, packages, events }: RemoteRelease) => ({
  version,
  path,
  contract,
  packages,
  events,
  slots: [],
  record: `sha256-${version}`,
});

function registry(changes: Partial<RegistrySnapshot> = {}): RegistrySnapshot {
  const kept = { catalog: [keptOf({ ...older, contract: '^2.0.0' }), keptOf(older), keptOf(oldest)] };
  const base = { schema: 2, parent: null, at: '', since: {}, offers: [], kept } as const;
  return { ...base, ...snapshotOf({ catalog: live }), ...changes };
}

const original = window.fetch;
let asked: { path: string; integrity: string | undefined }[];
let warnings: jest.SpyInstance;

/** A browser: it rejects what has other bytes than the integrity it was given. */
function serve(records: Record<string, string>): void {
  window.fetch = async (address, options) => {
    const { pathname } = new URL(String(address));
    asked.push({ path: pathname, integrity: options?.integrity });
    const text = records[pathname];
    if (text === undefined) throw new TypeError('Failed to fetch');
    return { json: async () => JSON.parse(text) } as Response;
  };
}

beforeEach(() => {
  asked = [];
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

test('where the live release needs a newer contract, the newest kept one that fits is taken, by its record alone', async () => {
  const { remotes } = await chooseReleases(registry(), options);
  expect(remotes.catalog).toEqual(older);
  expect(asked).toEqual([{ path: `${older.path}release.json`, integrity: 'sha256-1.9.0-kept' }]);
  expect(warnings).toHaveBeenCalledWith(
    expect.stringContaining(
      "Remote 'catalog' 2.0.0-live needs contract ^2.0.0; this shell provides 1.2.0. 1.9.0-kept is used in its place.",
    ),
  );
});

test('where none fits, the live one stays, for the loader to refuse by name', async () => {
  expect(await versionFor(registry({ kept: {} }))).toBe('2.0.0-live');
  expect(warnings).toHaveBeenCalledWith(expect.stringContaining('No kept release fits.'));
  expect(asked).toEqual([]);
});

test('where the record cannot be had, or has other bytes, the live one stays and the console says why', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  serve({});
  expect(await versionFor(registry())).toBe('2.0.0-live');
  expect(errors).toHaveBeenCalledWith(
    'release.json of catalog 1.9.0-kept cannot be had, or is not what was released',
    expect.any(TypeError),
  );
  errors.mockRestore();
});

test('what is offered to a channel is for those who joined it, also of a remote that nobody else has', async () => {
  const beta = { ...live, version: '1.1.0-beta', contract: '^1.0.0' };
  const offers = [
    { part: 'catalog', channel: 'beta', since: '', release: beta },
    { part: 'reviews', channel: 'beta', since: '', release: { ...beta, version: '0.1.0-first' } },
  ];
  const fitting = snapshotOf({ catalog: older });
  expect(await versionFor(registry({ ...fitting, offers }), { channel: 'beta' })).toBe('1.1.0-beta');
  expect(await versionFor(registry({ ...fitting, offers }))).toBe('1.9.0-kept');
  const { remotes } = await chooseReleases(registry({ ...fitting, offers }), {
    ...options,
    cohort: { channel: 'beta' },
  });
  expect(remotes.reviews?.version).toBe('0.1.0-first');
  expect(Object.keys((await chooseReleases(registry({ ...fitting, offers }), options)).remotes)).toEqual(['catalog']);
});

test('a path that another remote has since is not a kept release’s any more, though it has claimed it; its others are', async () => {
  const route = { screen: 'list', guard: 'public', audience: 'anyone', title: 'Deals' } as const;
  const earlier = { ...older, routes: ['/venues', '/Deals/:id'].map((path) => ({ ...route, path })) };
  serve({ [`${older.path}release.json`]: JSON.stringify(earlier) });
  const deals = release('deals', { routes: [{ ...route, path: '/deals/:dealId' }] });
  const { remotes } = await chooseReleases(registry(snapshotOf({ catalog: live, deals })), options);
  expect(remotes.catalog?.routes.map(({ path }) => path)).toEqual(['/venues']);
  expect(remotes.deals).toEqual(deals);
});
