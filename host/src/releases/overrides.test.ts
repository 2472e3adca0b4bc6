import type { RemoteRelease } from 'releases/model/schemas';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import { endOverrides, OVERRIDES_KEY } from './end-grants';
import { isAllowed, takeOverrides, withOverrides } from './overrides';
import type { Snapshot } from './snapshot';

const ALLOWED = ['http://localhost:*', 'https://preview.hall.example'];
const inTab = (origins: readonly string[]) => takeOverrides({ override_origins: [...origins] }).overrides;

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

test('an override in the address is removed from the address and stays in the tab', () => {
  window.history.replaceState(null, '', '/venues?remote=catalog@http://localhost:3001/&sort=name');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
  expect(window.location.search).toBe('?sort=name');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
});

test('a second override joins the first, and an empty one ends both', () => {
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  inTab(ALLOWED);
  window.history.replaceState(null, '', '/?remote=queues@http://localhost:3002');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001', queues: 'http://localhost:3002' });
  window.history.replaceState(null, '', '/?remote=');
  expect(inTab(ALLOWED)).toEqual({});
  expect(inTab(ALLOWED)).toEqual({});
});

test('an override applies to this page alone in a browser that blocks storage', () => {
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  expect(inTab(ALLOWED)).toEqual({ catalog: 'http://localhost:3001' });
  setItem.mockRestore();
});

test.each([
  ['in a deployment that allows none', '?remote=catalog@http://localhost:3001', []],
  ['from an origin that the deployment does not allow', '?remote=catalog@https://evil.example', ALLOWED],
  ['with an address that has no origin', '?remote=catalog@javascript:alert(1)', ALLOWED],
  ['without the name of a remote', '?remote=@http://localhost:3001', ALLOWED],
])('ignores an override %s', (_why, search, allowed) => {
  window.history.replaceState(null, '', `/venues${search}`);
  expect(inTab(allowed)).toEqual({});
});

test('a stored override applies only while the deployment allows it', () => {
  window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
  inTab(ALLOWED);
  expect(inTab(['https://preview.hall.example'])).toEqual({});
});

describe('an override that the server has granted to this browser', () => {
  const overrides = { catalog: 'http://localhost:3001' };

  test('applies only in the tab that asks for it', () => {
    expect(takeOverrides({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: false });
    window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
    expect(takeOverrides({ overrides })).toEqual({ overrides, waiting: {}, isRefused: false });
    expect(takeOverrides({ overrides })).toEqual({ overrides, waiting: {}, isRefused: false });
  });

  test.each([
    ['another remote from the same origin', 'queues@http://localhost:3001'],
    ['the same remote from another origin', 'catalog@http://localhost:3002'],
  ])('does not apply to %s', (_what, asked) => {
    window.history.replaceState(null, '', `/?remote=${asked}`);
    expect(takeOverrides({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: true });
    expect(window.location.search).toBe('');
    // It is refused only once, since the next page would be the same.
    expect(takeOverrides({ overrides })).toEqual({ overrides: {}, waiting: overrides, isRefused: false });
  });

  test("applies once the server's page names it, after the worker's page did not", () => {
    window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
    expect(takeOverrides({})).toEqual({ overrides: {}, waiting: {}, isRefused: true });
    expect(takeOverrides({ overrides }).overrides).toEqual(overrides);
  });

  test('is removed from the tab and from the server', async () => {
    const { fetch } = global;
    global.fetch = jest.fn(async () => ({ ok: true, status: 204 }) as Response);
    try {
      window.history.replaceState(null, '', '/?remote=catalog@http://localhost:3001');
      takeOverrides({ overrides });
      provideSite({ ...TEST_SITE, overrides });
      await endOverrides();
      expect(takeOverrides({ overrides }).overrides).toEqual({});
      const [address, options] = jest.mocked(global.fetch).mock.calls[0] ?? [];
      expect([String(address), options?.method]).toEqual(['http://localhost/api/v1/registry/override', 'DELETE']);
    } finally {
      global.fetch = fetch;
    }
  });

  test.each([
    ['is not removed from the server if there is none', TEST_SITE, 0],
    ['may fail to be removed from the server without an error', { ...TEST_SITE, overrides }, 1],
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

  test('has the remote from its override, and all others as released', async () => {
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
  ])('keeps the released remote if the address %s', async (_what, body, status) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    respondWith(body, status);
    const { snapshot: next, missing } = await withOverrides(snapshot, { catalog: 'http://localhost:3001' });
    expect(next.remotes.catalog).toBe(released);
    expect(missing).toEqual({ catalog: 'http://localhost:3001' });
  });
});
