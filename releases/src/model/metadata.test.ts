/** Plays the attacks on metadata against the code that browsers run. The files come from the library that publishes them. */
import { integrityOf } from '../store/integrity';
import { fileOf, infoOf, snapshotOf } from '../store/tuf-roles';
import { MetadataSite, newSigner } from '../testing/metadata-site';
import { canonicalJson } from './canonical-json';
import { LIVE, type Trusted, updateMetadata, type Verified } from './metadata';
import { parseMetadata } from './metadata-signatures';
import type { Snapshot } from './schemas';
import { sha256 } from './sha256';
import { requireVouched } from './vouched-builds';

const HOUR_MS = 3_600_000;
const GRACE_MS = 24 * HOUR_MS;
const file = (path: string, text = path) => infoOf(path, Buffer.from(text));
const CATALOG = file('parts/catalog/1.0.0-a/release.json');
const CHECKOUT = file('parts/checkout/1.0.0-a/release.json');
const liveOf = (name: string) => file(`registry/${name}.json`);

let site: MetadataSite;
let trusted: Trusted;
let limits: Record<string, number>;

beforeEach(() => {
  site = new MetadataSite(['catalog', 'checkout']);
  site.vouch('catalog', [CATALOG]);
  site.vouch('checkout', [CHECKOUT]);
  site.vouch(LIVE, [liveOf('one')]);
  site.publish();
  trusted = { root: site.files.get('1.root.json') ?? '', timestamp: 0, snapshot: 0, files: {} };
  limits = {};
});

/** Updates as a browser does: it keeps what it has verified. */
async function update(now = Date.now()): Promise<Verified> {
  const read = async (name: string, mostBytes: number) => {
    limits[name] = mostBytes;
    return site.files.get(name);
  };
  const keep = (next: Trusted) => {
    trusted = next;
  };
  return await updateMetadata({ trusted, read, keep, now, graceMs: GRACE_MS });
}

test('an update finds the live snapshot and what each app vouches for', async () => {
  const { live, vouched, trusted: next } = await update();
  expect(live).toEqual({ path: 'registry/one.json', length: 17, sha256: await sha256('registry/one.json') });
  expect([...vouched.keys()].sort()).toEqual([CATALOG.path, CHECKOUT.path]);
  expect(next).toMatchObject({ timestamp: 1, snapshot: 1, files: { 'catalog.json': 1, 'registry.live.json': 1 } });
});

/** Changes a file as the owner of the host can. */
const change = (name: string, from: string, to: string) => {
  const text = site.files.get(name) ?? '';
  expect(text).toContain(from);
  site.files.set(name, text.replace(from, to));
};

describe('an update refuses', () => {
  const table: [what: string, attack: () => void, reason: RegExp][] = [
    [
      'a changed timestamp',
      () => change('timestamp.json', '"version":1', '"version":9'),
      /timestamp.json is signed by 0/,
    ],
    ['a changed snapshot', () => change('1.snapshot.json', '"catalog.json"', '"cathode.json"'), /signed by 0/],
    ['a changed list of apps', () => change('1.targets.json', '"catalog"', '"cathode"'), /signed by 0/],
    ['a changed file of an app', () => change('1.catalog.json', '1.0.0-a', '6.6.6-a'), /1.catalog.json is signed by 0/],
    ['a file that is no JSON', () => site.files.set('timestamp.json', '<!doctype html>'), /is malformed/],
    [
      'metadata of another type',
      () => site.files.set('timestamp.json', site.files.get('1.snapshot.json') ?? ''),
      /timestamp.json is malformed/,
    ],
    ['a site without its metadata', () => site.files.delete('timestamp.json'), /timestamp.json is missing/],
    ['a file that is kept back', () => site.files.delete('1.catalog.json'), /1.catalog.json is missing/],
    [
      'an older file of an app under a new name',
      () => {
        site.vouch('catalog', [file('parts/catalog/2.0.0-a/release.json')]);
        site.publish();
        site.files.set('2.catalog.json', site.files.get('1.catalog.json') ?? '');
      },
      /catalog.json is not the file that is listed/,
    ],
    [
      'an older snapshot under a new name',
      () => {
        site.publish();
        site.files.set('2.snapshot.json', site.files.get('1.snapshot.json') ?? '');
      },
      /snapshot.json is not the file that is listed/,
    ],
    [
      'an app that the key of the service signed',
      () => {
        site.vouch('catalog', [file('parts/catalog/6.6.6-a/release.json')], { signer: site.service });
        site.publish();
      },
      /2.catalog.json is signed by 0/,
    ],
    [
      'a live record that a team signed',
      () => {
        site.vouch(LIVE, [liveOf('two')], { signer: site.teams.catalog });
        site.publish();
      },
      /registry.live.json is signed by 0/,
    ],
    [
      'two live snapshots',
      () => {
        site.vouch(LIVE, [liveOf('one'), liveOf('two')]);
        site.publish();
      },
      /vouches for 2 snapshots/,
    ],
    ['a root that one of three keys signed', () => site.putRoot({ version: 2, signers: [site.roots[0]] }), /1 of its/],
    [
      'a root that one key signed twice',
      () => site.putRoot({ version: 2, signers: [site.roots[0], site.roots[0]] }),
      /signed by 1 of its keys, and needs 2/,
    ],
    [
      'a root that other keys signed',
      () => site.putRoot({ version: 2, signers: [newSigner(), newSigner()] }),
      /signed by 0/,
    ],
    [
      'a root with another version than its name',
      () => {
        site.putRoot({ version: 3 });
        site.files.set('2.root.json', site.files.get('3.root.json') ?? '');
      },
      /2.root.json has another version/,
    ],
  ];
  test.each(table)('%s', async (_what, attack, reason) => {
    attack();
    await expect(update()).rejects.toThrow(reason);
  });

  test('an earlier timestamp than it has used, an earlier snapshot, and an earlier file of an app', async () => {
    const earlier = site.files.get('timestamp.json') ?? '';
    site.vouch('catalog', [CATALOG]);
    site.publish();
    await update();
    site.files.set('timestamp.json', earlier);
    await expect(update()).rejects.toThrow('timestamp.json has version 1, and version 2 was used before');
    site.versions.catalog = 1;
    site.publish();
    await expect(update()).rejects.toThrow('catalog.json has version 1, and version 2 was used before');
    delete site.versions.catalog;
    site.publish();
    await expect(update()).rejects.toThrow('catalog.json has version 0, and version 2 was used before');
  });

  test('metadata that are over, after the grace time', async () => {
    const end = Date.now() + 24 * HOUR_MS;
    await expect(update(end + GRACE_MS - HOUR_MS)).resolves.toBeDefined();
    await expect(update(end + GRACE_MS + HOUR_MS)).rejects.toThrow(/timestamp.json was valid until/);
  });
});

test('no file may be longer than its limit, and the snapshot has the length that the timestamp names', async () => {
  await update();
  expect(limits).toMatchObject({ 'timestamp.json': 8192, '2.root.json': 65_536, '1.catalog.json': 262_144 });
  expect(limits['1.snapshot.json']).toBe(site.files.get('1.snapshot.json')?.length);
});

test('an app does not vouch for files of another app', async () => {
  const stolen = file('parts/checkout/6.6.6-a/release.json');
  site.vouch('catalog', [CATALOG, stolen, file('parts/catalog/a/b/release.json'), file('registry/two.json')]);
  site.publish();
  const { vouched, live } = await update();
  expect([...vouched.keys()].sort()).toEqual([CATALOG.path, CHECKOUT.path]);
  expect(live.path).toBe('registry/one.json');
});

test('a new root with other keys ends what someone did with the keys before', async () => {
  site.publish({ version: 2 ** 31 });
  await update();
  const thief = site.service;
  site.service = newSigner();
  site.putRoot({ version: 2 });
  await expect(update()).rejects.toThrow(/timestamp.json is signed by 0/);
  // The new root counts, although what follows it was refused.
  expect(trusted).toMatchObject({ root: site.files.get('2.root.json'), timestamp: 0, snapshot: 0, files: {} });
  site.publish({ version: 3, signer: thief });
  await expect(update()).rejects.toThrow(/timestamp.json is signed by 0/);
});

test('a chain of several new roots is followed at once', async () => {
  for (const version of [2, 3, 4]) site.putRoot({ version });
  await expect(update()).resolves.toMatchObject({ trusted: { root: site.files.get('4.root.json') } });
});

describe('the canonical form', () => {
  test.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ text: 'a "quoted" \\ and\na new line' }, '{"text":"a \\"quoted\\" \\\\ and\na new line"}'],
    [{ Z: '', a: {}, é: [] }, '{"Z":"","a":{},"é":[]}'],
  ])('of %j has sorted keys and few escapes', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('has no fractions', () => {
    expect(() => canonicalJson([1.5])).toThrow('no canonical form');
  });
});

test.each([
  ['no head', '{"signed":{},"signatures":[]}'],
  [
    'a version that is no number',
    '{"signed":{"_type":"snapshot","spec_version":"1.0.31","version":"1","expires":"2027-01-01"},"signatures":[]}',
  ],
  [
    'no signatures',
    fileOf(snapshotOf({ version: 1, expires: new Date() }, {}))
      .toString()
      .replace('signatures', 'none'),
  ],
  ['null', 'null'],
])('a file with %s is malformed', (_what, text) => {
  expect(() => parseMetadata(text, 'x.json', 'snapshot')).toThrow('x.json is malformed.');
});

describe('a snapshot of the registry', () => {
  const catalog = { version: '1.0.0-a', path: '/parts/catalog/1.0.0-a/', integrity: { 'e.js': 'sha256-e' } };
  const before = { version: '0.9.0-a', path: '/parts/catalog/0.9.0-a/', record: integrityOf('before') };
  const snapshotWith = (changes: object) =>
    ({ host: null, remotes: { catalog }, offers: [], kept: { catalog: [before] }, ...changes }) as unknown as Snapshot;
  const judge = async (changes: object) =>
    requireVouched(
      snapshotWith(changes),
      new Map([
        ['parts/catalog/1.0.0-a/release.json', { length: 1, sha256: await sha256(JSON.stringify(catalog)) }],
        ['parts/catalog/0.9.0-a/release.json', { length: 1, sha256: await sha256('before') }],
        ['parts/checkout/1.0.0-a/release.json', { length: 1, sha256: await sha256(JSON.stringify(catalog)) }],
      ]),
    );

  test('has the builds that their teams released', async () => {
    await expect(judge({})).resolves.toBeUndefined();
  });

  const evil = { ...catalog, integrity: { 'e.js': 'sha256-evil' } };
  test.each([
    ['other files of a build', { remotes: { catalog: evil } }],
    ['a build that no team released', { remotes: { catalog: { ...catalog, version: '6.6.6-a' } } }],
    ['the build of another app', { remotes: { checkout: catalog } }],
    ['an offer with other files', { offers: [{ part: 'catalog', percent: 5, release: evil }] }],
    ['a shell that no team released', { host: { ...catalog, path: '/parts/host/1.0.0-a/' } }],
    ['a previous build with other files', { kept: { catalog: [{ ...before, record: integrityOf('evil') }] } }],
    ['a record in another algorithm', { kept: { catalog: [{ ...before, record: 'sha1-x' }] } }],
  ])('with %s is refused', async (_what, changes) => {
    await expect(judge(changes)).rejects.toThrow('is not what its team released');
  });
});
