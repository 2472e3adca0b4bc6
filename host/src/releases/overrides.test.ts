import type { RemoteRelease } from 'registry/model';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import { endOverrides, OVERRIDES_KEY } from './end-grants';
import { isAllowed, overridesOf, withOverrides } from './overrides';
import type { Snapshot } from './snapshot';

const ALLOWED = ['http://localhost:*', 'https://preview.hall.example'];
const inTab = (origins: readonly string[]) => overridesOf({ override_origins: [...origins] }).overrides;

beforeEach(() => {
  window.history.replaceState(null, '', '/venues');
  window.sessionStorage.removeItem(OVERRIDES_KEY);
});

test.each([
  ['http://localhost:3001', true],
  ['http://localhost', true],
  ['https://preview.hall.example', true],
  ['https://localhost:3001', false],
  ['http://localhost.evil.example', false],
  ['http://localhost:3001.evil.example', false],
  ['https://preview.hall.example:8443', false],
  ['https://hall.example', false],
])('%s may serve a remote: %s', (origin, may) => {
  expect(isAllowed(origin, ALLOWED)).toBe(may);
});

test('the address asks for a remote from elsewhere, is shown without it, and the tab keeps it', () => {
  window.history.replaceState(null, '', '/venues?remote=catalog@http://localhost:3001/&sort=name');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
  expect(window.location.search).toBe('?sort=name');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
});

test('a second one joins the first, and an empty one ends all', () => {
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  inTab(ALLOWED);
  window.history.replaceState(null, '', '/?remote=queues@http://localhost:3002');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001', queues: 'http://localhost:3002' });
  window.history.replaceState(null, '', '/?remote=');
  expect(inTab(ALLOWED)).toEqual({});
  expect(inTab(ALLOWED)).toEqual({});
});

test('a browser that keeps nothing takes it for the page that asks', () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
  setItem.mockRestore();
});

test.each([
  ['where the deployment allows none', '?remote=catalog@http://localhost:3001', []],
  ['from an origin that it does not name', '?remote=catalog@https://evil.example', ALLOWED],
  ['of something that is no address', '?remote=catalog@javascript:alert(1)', ALLOWED],
  ['without a name', '?remote=@http://localhost:3001', ALLOWED],
])('nothing applies %s', (_why, search, allowed) => {
  window.history.replaceState(null, '', `/venues${search}`);
  expect(inTab(allowed)).toEqual({});
});

test('a stored override counts only as long as the deployment allows it', () => {
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  inTab(ALLOWED);
  expect(inTab(['https://preview.hall.example'])).toEqual({});
});

describe('what this browser was granted', () => {
  const overrides = { catalog: 'http://localhost:3001' };

  test('applies to the tab that asks for it, and to no other tab', () => {
    expect(overridesOf({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: false });
    window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
    expect(overridesOf({ overrides })).toEqual({ overrides, waiting: {}, isRefused: false });
    expect(overridesOf({ overrides })).toEqual({ overrides, waiting: {}, isRefused: false });
  });

  test.each([
    ['another remote from there', 'queues@http://localhost:3001'],
    ['the remote from elsewhere', 'catalog@http://localhost:3002'],
  ])('is not %s', (_what, asked) => {
    window.history.replaceState(null, '', `/?remote=${asked}`);
    expect(overridesOf({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: true });
    expect(window.location.search).toBe('');
    // Not again: the next page would be the same.
    expect(overridesOf({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: false });
  });

  test('applies with the page that says so, where the page of the worker did not', () => {
    window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
    expect(overridesOf({})).toEqual({ overrides: {}, waiting: {}, isRefused: true });
    expect(overridesOf({ overrides }).overrides).toEqual(overrides);
  });

  test('ends with one tap, here and at the server', async () => {
    const { fetch } = global;
    global.fetch = jest.fn(async () => ({ ok: true, status: 204 }) as Response);
    try {
      window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
      overridesOf({ overrides });
      provideSite({ ...TEST_SITE, overrides });
      await endOverrides();
      expect(overridesOf({ overrides }).overrides).toEqual({});
      const [address, options] = jest.mocked(global.fetch).mock.calls[0] ?? [];
      expect([String(address), options?.method]).toEqual(['http://localhost/api/v1/registry/override', 'DELETE']);
    } finally {
      global.fetch = fetch;
    }
  });

  test.each([
    ['a browser that was granted nothing asks the server for nothing', TEST_SITE, 0],
    ['a server that does not respond leaves the tab with what was released', { ...TEST_SITE, overrides }, 1],
  ])('%s', async (_what, config, requests) => {
    const { fetch } = global;
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    global.fetch = jest.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    try {
      provideSite(config);
      await endOverrides();
      expect(global.fetch).toHaveBeenCalledTimes(requests);
    } finally {
      global.fetch = fetch;
    }
  });
});

describe('the snapshot', () => {
  const released = { version: '1.0.0-a', path: '/parts/catalog/1.0.0-a/' } as RemoteRelease;
  const snapshot = { host: {}, remotes: { catalog: released, queues: released } } as unknown as Snapshot;
  const respondWith = (body: unknown, status = 200) => {
    global.fetch = jest.fn(async () => ({ ok: status === 200, status, json: async () => body }) as Response);
  };
  const { fetch } = global;
  afterEach(() => {
    global.fetch = fetch;
  });

  test('has the remote from where it is served, and all others as released', async () => {
    const local = {
      version: 'local',
      entry: 'remoteEntry.1.js',
      integrity: {},
      contract: '^1.0.0',
      packages: {},
      events: [],
      routes: [],
      slots: [],
      modules: {},
    };
    respondWith({ name: 'catalog', ...local });
    const { snapshot: next, applied, missing } = await withOverrides(snapshot, { catalog: 'http://localhost:3001' });
    expect(next.remotes.catalog).toEqual({ ...local, path: 'http://localhost:3001/' });
    expect(next.remotes.queues).toBe(released);
    expect({ applied, missing }).toEqual({ applied: { catalog: 'http://localhost:3001' }, missing: {} });
  });

  test.each([
    ['does not respond', { message: 'no' }, 502],
    ['serves another remote', { name: 'queues' }, 200],
    ['serves the sources', { name: 'catalog', contract: '^1.0.0', routes: [], slots: [] }, 200],
  ])('keeps the released one where the address %s', async (_what, body, status) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    respondWith(body, status);
    const { snapshot: next, missing } = await withOverrides(snapshot, { catalog: 'http://localhost:3001' });
    expect(next.remotes.catalog).toBe(released);
    expect(missing).toEqual({ catalog: 'http://localhost:3001' });
  });
});
