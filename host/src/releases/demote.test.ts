import { release, snapshotOf } from '../testing/federation';
import { cohortOf } from './cohort';
import { demote } from './demote';
import type { RegistrySnapshot } from './snapshot';

const PROVIDES = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };
const live = (version: string) => release('catalog', { version });
const previous = (version: string, contract = '^1.0.0') => ({
  ...release('catalog', { version, contract }),
  slots: [],
  record: 'sha256-a',
});

function registryOf(changes: Partial<RegistrySnapshot> = {}): RegistrySnapshot {
  const remotes = { catalog: live('1.2.0-c') };
  return { ...snapshotOf(remotes), schema: 2, parent: null, at: '', since: {}, offers: [], kept: {}, ...changes };
}
const from = (registry: RegistrySnapshot, running = '1.2.0-c', channel?: string) =>
  demote('catalog', { registry, snapshot: snapshotOf({ catalog: live(running) }), provides: PROVIDES, channel });

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the code under test does
  document.cookie = 'set_back=; path=/; max-age=0';
});

test('demotes to the newest compatible previous release, and remembers the failed one', () => {
  const registry = registryOf({ kept: { catalog: [previous('1.1.0-b', '^2.0.0'), previous('1.0.0-a')] } });
  expect(from(registry)).toBe('1.0.0-a');
  expect(cohortOf(registry).demoted).toEqual(['catalog@1.2.0-c']);
});

test('demotes a visitor of a channel to the live release', () => {
  const registry = registryOf({
    offers: [{ part: 'catalog', channel: 'beta', since: '', release: live('2.0.0-beta') }],
  });
  expect(from(registry, '2.0.0-beta', 'beta')).toBe('1.2.0-c');
});

test('demotes further if that release fails too, and never to one that failed', () => {
  const registry = registryOf({ kept: { catalog: [previous('1.1.0-b'), previous('1.0.0-a')] } });
  expect(from(registry)).toBe('1.1.0-b');
  expect(from(registry, '1.1.0-b')).toBe('1.0.0-a');
  expect(from(registry, '1.0.0-a')).toBeUndefined();
  expect(cohortOf(registry).demoted).toEqual(['catalog@1.2.0-c', 'catalog@1.1.0-b']);
});

test('neither demotes nor remembers anything without a previous release', () => {
  expect(from(registryOf())).toBeUndefined();
  expect(cohortOf(registryOf()).demoted).toBeUndefined();
});

test('remembers only the last eight failed releases', () => {
  for (let count = 0; count < 10; count += 1)
    from(registryOf({ kept: { catalog: [previous('1.0.0-a')] } }), `9.0.${count}-x`);
  expect(cohortOf(registryOf()).demoted).toHaveLength(8);
  expect(cohortOf(registryOf()).demoted?.at(-1)).toBe('catalog@9.0.9-x');
});
