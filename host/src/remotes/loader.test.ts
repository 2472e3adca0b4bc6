import { waitFor } from '@testing-library/react';
import type { RemoteRelease } from 'releases/model/schemas';
import type { Snapshot } from '../releases/snapshot';
import { type Delivery, type FakeNetwork, fakeNetwork, release, snapshotOf } from '../testing/federation';
import { createAssets } from './assets';
import { createLoader, type Loader } from './loader';

const PROVIDES = { contract: '1.2.0', packages: { react: '19.3.1' }, events: ['cart-changed'], slots: ['background'] };
const Screen = () => null;
const READY: Delivery = { kind: 'ready', definition: { screens: { menu: async () => ({ Screen }) } } };

let network: FakeNetwork;
let loader: Loader;

function start(
  changes: Partial<RemoteRelease> = {},
  name = 'catalog',
  contract = '1.2.0',
  verdicts?: Snapshot['verdicts'],
): void {
  const snapshot = { ...snapshotOf({ [name]: release(name, changes) }), verdicts };
  network = fakeNetwork(snapshot);
  loader = createLoader({
    snapshot,
    federation: network.federation,
    provides: { ...PROVIDES, contract, version: '2.0.0-shell' },
  });
}

/** Writes '….js?retry=mf3k2a1x-2' as '….js attempt 2'. The first part differs in each page load. */
const attempt = (address = '') => address.replace(/\?retry=[a-z0-9]+-(\d+)$/, ' attempt $1');
const scripts = () => network.requested.map(({ src }) => attempt(src.replace(/.*remoteEntry/, 'remoteEntry')));

afterEach(() => {
  network.close();
  document.head.replaceChildren();
  jest.useRealTimers();
});

test('a loaded remote is ready, and its script is requested once', async () => {
  start();
  network.deliver('catalog', READY);
  expect(await loader.loadRemote('catalog')).toMatchObject({ status: 'ready' });
  expect(await loader.loadScreen('catalog', 'menu')).toEqual({ status: 'ready', Component: Screen });
  expect(network.requested).toHaveLength(1);
});

describe('loading never rejects', () => {
  test.each<[string, Delivery, string]>([
    ['is missing', { kind: 'missing' }, 'unreachable'],
    ['leaves nothing behind', { kind: 'garbage' }, 'broken'],
    ['throws when it starts', { kind: 'throws', error: new Error('boom') }, 'broken'],
    ['exposes no definition', { kind: 'ready', definition: {} }, 'broken'],
  ])('a remote fails with its name if its script %s', async (_case, delivery, reason) => {
    start();
    network.deliver('catalog', delivery);
    const result = await loader.loadRemote('catalog');
    expect(result).toMatchObject({
      status: 'failed',
      reason,
      error: { message: expect.stringMatching(/^Remote 'catalog' 1\.0\.0-\d{8} /) },
    });
  });

  test('a remote fails after ten seconds if its script hangs', async () => {
    jest.useFakeTimers();
    start();
    network.deliver('catalog', { kind: 'hangs' });
    const settled = jest.fn();
    const loading = loader.loadScreen('catalog', 'menu').then(settled);
    await jest.advanceTimersByTimeAsync(9_900);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(200);
    await loading;
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ status: 'failed', reason: 'unreachable' }));
  });

  test('a remote that was not released fails as unknown', async () => {
    start();
    expect(await loader.loadRemote('gifts')).toMatchObject({ status: 'failed', reason: 'unknown' });
  });

  test('a screen that the remote does not have fails as unknown', async () => {
    start();
    network.deliver('catalog', READY);
    expect(await loader.loadScreen('catalog', 'gifts')).toMatchObject({
      status: 'failed',
      reason: 'unknown',
      error: { message: "Remote 'catalog' has no screen 'gifts'. Its remote.json names one." },
    });
  });

  test('a screen fails as unreachable if its chunk cannot be loaded', async () => {
    start();
    const lost = Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError' });
    network.deliver('catalog', { kind: 'ready', definition: { screens: { menu: () => Promise.reject(lost) } } });
    expect(await loader.loadScreen('catalog', 'menu')).toMatchObject({ status: 'failed', reason: 'unreachable' });
  });
});

describe('a file with other bytes than were released', () => {
  const { fetch } = window;
  afterEach(() => {
    window.fetch = fetch;
  });

  /** The address responds; with the released integrity, the browser refuses the response. */
  function respond(ok: boolean): void {
    window.fetch = async (_address, options) => {
      if (options?.integrity) throw new TypeError('Failed to fetch');
      return { ok } as Response;
    };
  }

  test('is reported as an integrity mismatch, unlike a missing file', async () => {
    start();
    network.deliver('catalog', { kind: 'missing' });
    respond(true);
    const mismatched = await loader.loadRemote('catalog');
    const { pathname } = new URL(network.requested[0]?.src ?? '');
    const message = expect.stringMatching(
      new RegExp(`^Remote 'catalog' \\S+ was blocked: ${pathname} has other bytes than were released\\.$`),
    );
    expect(mismatched).toMatchObject({ reason: 'integrity-mismatch', error: expect.objectContaining({ message }) });
    respond(false);
    expect(await loader.loadRemote('catalog')).toMatchObject({ reason: 'unreachable' });
  });
});

describe('an incompatible remote', () => {
  test.each([
    [
      'a newer contract',
      { contract: '^3.0.0' },
      "Remote 'queues' 1.0.0-a needs contract ^3.0.0; this shell provides 2.4.0. Rebuild queues or roll it back.",
    ],
    [
      'another React',
      { contract: '^2.0.0', packages: { react: '^20.0.0' } },
      "Remote 'queues' 1.0.0-a needs react ^20.0.0; this shell provides 19.3.1. Rebuild queues or roll it back.",
    ],
    [
      'an event that the shell lacks',
      { contract: '^2.0.0', events: ['cart-changed', 'cart-emptied'] },
      "Remote 'queues' 1.0.0-a needs event cart-emptied; this shell provides no such event. Rebuild queues or roll it back.",
    ],
    [
      'a slot that the shell lacks, and a package that it does not share',
      {
        contract: '^2.0.0',
        packages: { vue: '^3.0.0' },
        slots: [{ slot: 'account-export', module: 'export', audience: 'vendor' }],
      },
      "Remote 'queues' 1.0.0-a needs vue ^3.0.0; this shell provides none. Remote 'queues' 1.0.0-a needs slot account-export; this shell provides no such slot. Rebuild queues or roll it back.",
    ],
  ] satisfies [string, Partial<RemoteRelease>, string][])(
    'is refused before any request if it needs %s',
    async (_case, changes, message) => {
      start({ version: '1.0.0-a', ...changes }, 'queues', '2.4.0');
      network.deliver('queues', READY);
      const result = await loader.loadScreen('queues', 'menu');
      expect(result).toMatchObject({ status: 'failed', reason: 'incompatible', error: { message } });
      expect(network.requested).toHaveLength(0);
      expect(document.head.querySelectorAll('link')).toHaveLength(0);
    },
  );

  test('is refused for an export that its verdict misses in the shell', async () => {
    const lacks = [{ name: 'fillPath', from: 'shared-contracts/remote' }];
    start({ version: '1.0.0-a' }, 'queues', '1.2.0', { '2.0.0-shell': { 'queues@1.0.0-a': lacks } });
    const message =
      "Remote 'queues' 1.0.0-a takes fillPath from shared-contracts/remote; this shell does not offer it. Rebuild queues or roll it back.";
    expect(await loader.loadRemote('queues')).toMatchObject({ reason: 'incompatible', error: { message } });
    expect(network.requested).toHaveLength(0);
  });
});

test('a remote whose verdict misses nothing is loaded, whatever contract range it names', async () => {
  start({ version: '1.0.0-a', contract: '^9.0.0' }, 'queues', '1.2.0', { '2.0.0-shell': { 'queues@1.0.0-a': [] } });
  network.deliver('queues', READY);
  expect(await loader.loadRemote('queues')).toMatchObject({ status: 'ready' });
});

describe('another attempt', () => {
  test.each<[string, Delivery]>([
    ['missing', { kind: 'missing' }],
    ['garbage', { kind: 'garbage' }],
  ])('uses a new address, and succeeds once the fault (%s) is gone', async (_case, delivery) => {
    start();
    network.deliver('catalog', delivery);
    await loader.loadRemote('catalog');
    await loader.loadRemote('catalog');
    network.deliver('catalog', READY);
    expect(await loader.loadRemote('catalog')).toMatchObject({ status: 'ready' });
    expect(scripts()).toEqual([
      'remoteEntry.aaaaaaaa.js',
      'remoteEntry.aaaaaaaa.js attempt 1',
      'remoteEntry.aaaaaaaa.js attempt 2',
    ]);
  });

  test('requests every file of the remote again, since a preload may have failed without an event', async () => {
    start();
    network.deliver('catalog', { kind: 'missing' });
    await loader.loadScreen('catalog', 'menu');
    const style = document.head.querySelector<HTMLLinkElement>('link[href$="1.css"]')?.href ?? '';
    expect(attempt(window.foodhallAsset?.(style)?.url)).toBe(`${style} attempt 1`);
  });

  test('is shared by all callers at the same time', async () => {
    start();
    network.deliver('catalog', READY);
    await Promise.all([loader.loadRemote('catalog'), loader.loadScreen('catalog', 'menu')]);
    expect(network.requested).toHaveLength(1);
  });
});

describe('a request that hangs', () => {
  test('ends before the next attempt, which uses a new address', async () => {
    jest.useFakeTimers();
    start();
    network.deliver('catalog', { kind: 'hangs' });
    const first = loader.loadScreen('catalog', 'menu');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await first).toMatchObject({ status: 'failed', reason: 'unreachable' });
    network.deliver('catalog', READY);
    loader.invalidate('catalog');
    expect(await loader.loadScreen('catalog', 'menu')).toMatchObject({ status: 'ready' });
    expect(scripts()).toEqual(['remoteEntry.aaaaaaaa.js', 'remoteEntry.aaaaaaaa.js attempt 1']);
  });

  test('makes all its callers wait for the retry, within their own ten seconds', async () => {
    jest.useFakeTimers();
    start();
    network.deliver('catalog', { kind: 'hangs' });
    void loader.loadSlot('catalog', 'extra');
    await jest.advanceTimersByTimeAsync(8_000);
    const later = loader.loadScreen('catalog', 'menu');
    await jest.advanceTimersByTimeAsync(8_000);
    network.deliver('catalog', READY);
    loader.invalidate('catalog');
    expect(await later).toMatchObject({ status: 'ready' });
    expect(network.requested).toHaveLength(2);
  });

  test('for a chunk makes the screen fail after ten seconds', async () => {
    jest.useFakeTimers();
    start();
    network.deliver('catalog', { kind: 'ready', definition: { screens: { menu: () => new Promise(() => {}) } } });
    const loading = loader.loadScreen('catalog', 'menu');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await loading).toMatchObject({
      status: 'failed',
      reason: 'unreachable',
      error: { message: "The screen 'menu' of remote 'catalog' did not arrive within 10 seconds." },
    });
  });
});

describe('integrity', () => {
  test('every attempt requests a script with its released integrity', async () => {
    start();
    network.deliver('catalog', { kind: 'missing' });
    await loader.loadRemote('catalog');
    await loader.loadRemote('catalog');
    expect(network.requested.map(({ integrity, crossOrigin }) => [integrity, crossOrigin])).toEqual([
      ['sha384-entry', 'anonymous'],
      ['sha384-entry', 'anonymous'],
    ]);
  });

  test('chunks and styles get their integrity, and a new address at the second request', () => {
    const build = release('catalog');
    const snapshot = snapshotOf({ catalog: build });
    network = fakeNetwork(snapshot);
    loader = createLoader({ snapshot, federation: network.federation, provides: PROVIDES });
    const style = `${window.location.origin}${build.path}1.css`;
    expect(window.foodhallAsset?.(style)).toEqual({ url: style, integrity: 'sha384-style' });
    const again = window.foodhallAsset?.(style);
    expect([attempt(again?.url), again?.integrity]).toEqual([`${style} attempt 1`, 'sha384-style']);
    expect(window.foodhallAsset?.('https://elsewhere.example/1.js')).toBeUndefined();
  });

  test("the shell's own later files get their integrity from the page", () => {
    const block = document.createElement('script');
    block.id = 'shell-files';
    block.type = 'application/json';
    block.textContent = JSON.stringify({ path: '/parts/host/2.2.63-h/', integrity: { '91.js': 'sha384-shell' } });
    document.body.append(block);
    try {
      const { assetOf } = createAssets({ remotes: {} }, window.location.origin);
      const url = `${window.location.origin}/parts/host/2.2.63-h/91.js`;
      expect(assetOf(url)).toEqual({ url, integrity: 'sha384-shell' });
    } finally {
      block.remove();
    }
  });

  test('the files of a screen are preloaded together, once, and with their integrity', async () => {
    start();
    network.deliver('catalog', READY);
    await loader.loadScreen('catalog', 'menu');
    await loader.loadScreen('catalog', 'menu');
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
    expect(links.map(({ href, integrity }) => [href.replace(/.*\//, ''), integrity])).toEqual([
      ['remoteEntry.aaaaaaaa.js', 'sha384-entry'],
      ['1.css', 'sha384-style'],
      ['1.js', 'sha384-one'],
    ]);
  });

  test('a style that the page contains is not preloaded', async () => {
    const path = '/parts/catalog/1.0.0-a/';
    const style = document.createElement('style');
    Object.assign(style.dataset, { remote: 'catalog', href: `${path}1.css` });
    document.body.append(style);
    start({ path });
    network.deliver('catalog', READY);
    await loader.loadScreen('catalog', 'menu');
    const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preload]')];
    expect(links.map(({ href }) => href.replace(/.*\//, ''))).toEqual(['remoteEntry.aaaaaaaa.js', '1.js']);
    style.remove();
  });
});

describe('a screen whose chunk fails to load', () => {
  const lostAt = (request?: string) =>
    Object.assign(new Error('Loading chunk 908 failed.'), { name: 'ChunkLoadError', request });

  const onScreenLost = jest.fn(async (_screen: string) => false);
  beforeEach(() => onScreenLost.mockReset().mockResolvedValue(false));

  async function load(kind: 'loadScreen' | 'loadSlot' | 'preloadScreen', ...failures: Error[]) {
    const results = [...failures];
    const bring = async () => {
      const failure = results.shift();
      if (failure) throw failure;
      return { Screen, Slot: Screen };
    };
    const snapshot = snapshotOf({ catalog: release('catalog', {}) });
    network = fakeNetwork(snapshot);
    network.deliver('catalog', {
      kind: 'ready',
      definition: { screens: { menu: bring }, slots: { cart: bring } },
    });
    loader = createLoader({ snapshot, federation: network.federation, provides: PROVIDES, onScreenLost });
    const result = await loader[kind]('catalog', kind === 'loadSlot' ? 'cart' : 'menu');
    // A preload returns at once.
    if (kind === 'preloadScreen') await waitFor(() => expect(results).toEqual([]));
    return result;
  }

  test('is requested once more before a failure is reported', async () => {
    const result = await load('loadScreen', lostAt());
    expect(result).toEqual({ status: 'ready', Component: Screen });
    expect(onScreenLost).not.toHaveBeenCalled();
  });

  test('is requested once more for each chunk that fails for the first time', async () => {
    const result = await load('loadScreen', lostAt('/1.js'), lostAt('/2.js'));
    expect(result).toEqual({ status: 'ready', Component: Screen });
    expect(onScreenLost).not.toHaveBeenCalled();
  });

  test("fails after the second time with webpack's message, and the page is notified", async () => {
    const result = await load('loadScreen', lostAt('/1.js'), lostAt('/1.js?retry=1'));
    expect(result).toMatchObject({
      status: 'failed',
      reason: 'unreachable',
      error: { message: expect.stringContaining('Loading chunk 908 failed.') },
    });
    expect(onScreenLost).toHaveBeenCalledWith('catalog/menu');
  });

  test('keeps its callers waiting if the page reloads for it', async () => {
    onScreenLost.mockResolvedValue(true);
    const settled = jest.fn();
    void load('loadScreen', lostAt('/1.js'), lostAt('/1.js?retry=1')).then(settled);
    await waitFor(() => expect(onScreenLost).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect(settled).not.toHaveBeenCalled();
  });

  test('keeps its callers waiting even if the reload takes longer than ten seconds', async () => {
    jest.useFakeTimers();
    onScreenLost.mockResolvedValue(true);
    const settled = jest.fn();
    void load('loadScreen', lostAt('/1.js'), lostAt('/1.js?retry=1')).then(settled);
    await jest.advanceTimersByTimeAsync(10_200);
    expect(onScreenLost).toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });

  test('is not reported after a preload, and is requested again when the link is followed', async () => {
    await load('preloadScreen', lostAt(), lostAt());
    expect(await loader.loadScreen('catalog', 'menu')).toEqual({ status: 'ready', Component: Screen });
    expect(onScreenLost).not.toHaveBeenCalled();
  });

  test("is requested only twice in a developer's build, whose files keep their address", async () => {
    const failures = Array.from({ length: 20 }, () => lostAt('http://localhost:3001/1.js'));
    const result = await load('loadScreen', ...failures);
    expect(result).toMatchObject({ status: 'failed', reason: 'unreachable' });
    expect(onScreenLost).toHaveBeenCalledTimes(1);
  });

  test('is not reported if it belongs to a slot', async () => {
    const result = await load('loadSlot', lostAt(), lostAt());
    expect(result).toMatchObject({ status: 'failed', reason: 'unreachable' });
    expect(onScreenLost).not.toHaveBeenCalled();
  });
});
