import { readFileSync } from 'node:fs';
import path from 'node:path';
import { emptySnapshot, nameOf, textOf, withBuilds } from '../store/snapshot';
import { signedPointer } from '../store/store';
import { hostBuild, remoteBuild } from '../testing/builds';
import { buildRecordOf, pointerOf, type Snapshot, snapshotOf } from './schemas';

const fixture = (file: string) => readFileSync(path.join(__dirname, '../testing/stored', file), 'utf8');
const WHAT = 'registry/a.json';

const live = () =>
  withBuilds(
    withBuilds(emptySnapshot(), [hostBuild('1.2.0', { keys: ['a'], worker: 'sha256-a' }), remoteBuild('catalog')], {
      at: '2026-01-01T10:00:00.000Z',
    }),
    [remoteBuild('catalog', { version: '1.1.0-b', paths: ['/venues'] })],
    { to: { channel: 'beta' }, parent: 'a', at: '2026-01-01T11:00:00.000Z' },
  );

/** Returns the snapshot with one value changed, by its path: 'remotes.catalog.version'. */
function changed(place: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(textOf(live()));
  const steps = place.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((each, step) => (each as Record<string, unknown>)[step], copy) as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

describe('a snapshot', () => {
  test('is accepted as a release writes it, and stays the same object', () => {
    const value: unknown = JSON.parse(textOf(live()));
    expect(snapshotOf(value, WHAT)).toBe(value);
  });

  test('is accepted as the baseline stored it, and its bytes stay the same', () => {
    const text = fixture('snapshot.json');
    expect(textOf(snapshotOf(JSON.parse(text), WHAT))).toBe(text);
    expect(nameOf(text)).toBe(pointerOf(JSON.parse(fixture('pointer.json')), WHAT).current);
  });

  test('keeps fields that this version does not know, also in the next release', () => {
    const { host, remotes, ...others } = JSON.parse(fixture('snapshot.json')) as Snapshot;
    const catalog = { ...remotes.catalog, weight: 4 };
    const stored = { ...others, note: 'a', host: { ...host, fallback: 'b' }, remotes: { ...remotes, catalog } };
    const next = withBuilds(snapshotOf(stored, WHAT), [remoteBuild('deals')], { at: '2030-01-01T00:00:00.000Z' });
    expect(JSON.parse(textOf(next))).toMatchObject({ note: 'a', host: { fallback: 'b' }, remotes: { catalog } });
  });

  test.each([
    ['schema', 1],
    ['at', undefined],
    ['parent', 4],
    ['since', undefined],
    ['host.contract', undefined],
    ['host.slots', 'background'],
    ['remotes.catalog.version', '../1.0.0'],
    ['remotes.catalog.integrity', undefined],
    ['remotes.catalog.events', undefined],
    ['remotes.catalog.routes', [{ path: '/venues' }]],
    ['offers.0.since', undefined],
    ['offers.0.percent', '10'],
    ['offers.0.release', undefined],
    ['kept', { catalog: [{ version: '1.0.0-a' }] }],
  ])('is refused with the names of its file and of the field if %s is %j', (place, value) => {
    const refusal = () => snapshotOf(changed(place, value), WHAT);
    expect(refusal).toThrow(`${WHAT} is malformed. `);
    expect(refusal).toThrow(place);
  });

  test.each([null, 'a', []])('cannot be %j', (value) => {
    expect(() => snapshotOf(value, WHAT)).toThrow(`${WHAT} is malformed. `);
  });

  test('may name a slot that only a later version has, since compatibility decides about it', () => {
    const slots = [{ slot: 'footer', module: 'a', audience: 'anyone' }];
    expect(() => snapshotOf(changed('remotes.catalog.slots', slots), WHAT)).not.toThrow();
  });
});

describe('a pointer', () => {
  const written = () => signedPointer({ current: 'a', previous: null, at: '2026-01-01T10:00:00.000Z', recalled: [] });

  test('is accepted as a release writes it, and as the baseline stored it', () => {
    expect(pointerOf(written(), WHAT)).toEqual(written());
    const stored: unknown = JSON.parse(fixture('pointer.json'));
    expect(pointerOf(stored, WHAT)).toBe(stored);
  });

  test.each([
    ['current', '../a'],
    ['previous', undefined],
    ['at', 4],
    ['recalled', 'catalog@1.0.0-a'],
    ['signature', undefined],
  ])('is refused with the names of its file and of the field if %s is %j', (field, value) => {
    expect(() => pointerOf({ ...written(), [field]: value }, WHAT)).toThrow(`${WHAT} is malformed. ${field}: `);
  });
});

describe('the record of a build', () => {
  test('is accepted as a build writes it', () => {
    for (const build of [hostBuild(), remoteBuild('catalog')]) expect(buildRecordOf(build, WHAT)).toBe(build);
  });

  test('is refused without a field that a release needs', () => {
    const { events, ...build } = remoteBuild('catalog');
    expect(() => buildRecordOf(build, 'build.json')).toThrow('build.json is malformed.');
  });
});

test('the schemas describe the same shapes as the types', () => {
  const snapshot: Snapshot = live();
  expect(snapshot.offers.map(({ part }) => part)).toEqual(['catalog']);
});
