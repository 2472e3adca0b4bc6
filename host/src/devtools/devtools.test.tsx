import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import type { SiteConfig } from 'shared-contracts/types';
import { OVERRIDES_KEY } from '../releases/end-grants';
import type { RegistrySnapshot } from '../releases/snapshot';
import { createLoader } from '../remotes/loader';
import type { Remotes } from '../remotes/remotes-context';
import { fakeNetwork, release, snapshotOf } from '../testing/federation';
import { DevtoolsPanel } from './devtools-panel';
import { faultInjection } from './fault-injection';
import { FAULTS, type Fault, injectFault, readFaults, setFault } from './faults';
import { formatBytes, measureLoad } from './load-metrics';
import { offerDevtools } from './offer-devtools';
import { releaseSource } from './release-source';

const file = (name: string, startTime: number, responseEnd: number, encodedBodySize = 1000, transferSize = 1300) => ({
  name: `https://foodhall.example/parts/${name}`,
  startTime,
  responseEnd,
  encodedBodySize,
  transferSize,
});

const registryOf = (
  snapshot: ReturnType<typeof snapshotOf>,
  more: Partial<RegistrySnapshot> = {},
): RegistrySnapshot => ({
  ...snapshot,
  schema: 2,
  parent: null,
  at: '',
  since: {},
  offers: [],
  kept: {},
  ...more,
});

const allowed = { ...TEST_SITE, flags: { ...TEST_SITE.flags, devtools: true } };
const pressKey = () => fireEvent.keyDown(window, { code: 'KeyD', ctrlKey: true, shiftKey: true });

beforeEach(() => {
  performance.getEntriesByType = () => [];
  provideEventStore(createEventStore());
  provideSite(TEST_SITE);
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => jest.useRealTimers());

describe('the load metrics of a remote', () => {
  const records = [
    file('catalog/1/entry.js', 100, 200),
    file('catalog/1/a.js', 150, 260, 500, 0),
    file('catalog/1/a.js', 300, 310, 500, 0),
    file('queues/1/entry.js', 0, 900),
  ];

  test('count each file once, the bytes from the network, and the time in which a file was loading', () => {
    expect(measureLoad(records, 'https://foodhall.example/parts/catalog/1/')).toEqual({
      files: 2,
      size: 1500,
      transferred: 1300,
      loading: 170,
    });
  });

  test('count no file before the remote is loaded', () => {
    expect(measureLoad(records, 'https://foodhall.example/parts/checkout/1/').files).toBe(0);
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [41_234, '41.2 KB'],
  ])('show %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
});

test.each([
  ['1.0.0-live', 'live'],
  ['1.0.0-beta', 'channel beta'],
  ['1.0.0-some', 'rollout of 10 %'],
  ['1.0.0-previous', 'previous'],
  ['1.0.0-gone', 'unknown'],
])('version %s comes from the source %s', (version, source) => {
  const named = (name: string) => release('catalog', { version: name });
  const registry = registryOf(snapshotOf({ catalog: named('1.0.0-live') }), {
    offers: [
      { part: 'catalog', channel: 'beta', since: '', release: named('1.0.0-beta') },
      { part: 'catalog', percent: 10, since: '', release: named('1.0.0-some') },
    ],
    kept: { catalog: [{ ...named('1.0.0-previous'), slots: [], record: '' }] },
  });
  expect(releaseSource(registry, 'catalog', version)).toBe(source);
});

describe('fault injection', () => {
  const Screen = () => <p>Menu</p>;
  const load = async (config: SiteConfig = allowed) => {
    const snapshot = snapshotOf({ catalog: release('catalog') });
    const network = fakeNetwork(snapshot);
    network.deliver('catalog', { kind: 'ready', definition: { screens: { menu: async () => ({ Screen }) } } });
    const provides = { contract: '1.2.0', packages: { react: '19.3.1' }, events: [], slots: [] };
    const loader = createLoader({
      snapshot,
      federation: network.federation,
      provides,
      injectFault: faultInjection(config),
    });
    const result = await loader.loadScreen('catalog', 'menu');
    network.close();
    return { result, requested: network.requested.length };
  };

  test.each<[Fault, string]>([
    ['503', 'unreachable'],
    ['404', 'unreachable'],
    ['HTML instead of JS', 'integrity-mismatch'],
    ['throws at load', 'broken'],
  ])('with %s makes the loader fail as %s without a request', async (fault, reason) => {
    setFault('catalog', fault);
    expect(await load()).toMatchObject({ result: { status: 'failed', reason }, requested: 0 });
  });

  test('with hang makes the loader give up after ten seconds', async () => {
    setFault('catalog', 'hang');
    jest.useFakeTimers();
    const loading = load();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await loading).toMatchObject({ result: { status: 'failed', reason: 'unreachable' } });
  });

  test('with throws at render makes the screen throw until the fault is cleared', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    setFault('catalog', 'throws at render');
    const { result } = await load();
    if (result.status !== 'ready') throw result.error;
    expect(() => render(<result.Component />)).toThrow('threw at render');
    setFault('catalog', undefined);
    render(<result.Component />);
    expect(screen.getByText('Menu')).toBeVisible();
  });

  test('affects only the remote that it names', async () => {
    setFault('checkout', '404');
    expect(await injectFault('catalog')).toBeUndefined();
    expect((await load()).result.status).toBe('ready');
  });

  test('is off in a browser that blocks storage', async () => {
    const getItem = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect((await load(allowed)).result.status).toBe('ready');
    getItem.mockRestore();
  });

  test('is off in a deployment without devtools, even if this tab has stored a fault', async () => {
    setFault('catalog', '404');
    const environment = jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
    expect(faultInjection(TEST_SITE)).toBeUndefined();
    expect((await load(TEST_SITE)).result.status).toBe('ready');
    expect(faultInjection(allowed)).toBeDefined();
    environment.restore();
  });
});

describe('the panel', () => {
  const catalog = release('catalog', { version: '1.4.0-3f9a01c2', contract: '^1.1.0' });
  const snapshot = snapshotOf({ catalog, queues: release('queues') });
  const reload = jest.fn();
  const show = (overridden?: Remotes['overridden']) =>
    render(
      <DevtoolsPanel
        remotes={{ snapshot, site: 'https://foodhall.example', ...(overridden && { overridden }) }}
        registry={registryOf(snapshot)}
        onClose={() => {}}
        reload={reload}
      />,
    );

  test('shows each remote with version, source, bytes, load time and contract', () => {
    const folder = catalog.path.replace('/parts/', '');
    performance.getEntriesByType = () => [file(`${folder}entry.js`, 10, 52, 41_234)] as unknown as PerformanceEntryList;
    show();
    const card = within(screen.getByRole('heading', { name: 'catalog' }).closest('article') as HTMLElement);
    expect(card.getByText('1.4.0-3f9a01c2')).toBeVisible();
    expect(card.getByText('live')).toBeVisible();
    expect(card.getByText('^1.1.0')).toBeVisible();
    expect(card.getByText('41.2 KB in 1 file, 1.3 KB transferred')).toBeVisible();
    expect(card.getByText('42 ms')).toBeVisible();
  });

  test('offers each of the seven faults, and one tap clears them all', async () => {
    show();
    const choice = screen.getByRole('combobox', { name: 'Fault of queues' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['No fault', ...FAULTS]);
    await userEvent.selectOptions(choice, 'hang');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fault of catalog' }), '404');
    expect(readFaults()).toEqual({ queues: 'hang', catalog: '404' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear faults' }));
    expect(readFaults()).toEqual({});
    expect(choice).toHaveDisplayValue('No fault');
  });

  test('lists the events of the page, and new ones as they happen', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    publish('unread-counted', { count: 2 }, 'queues@1.0.0');
    show();
    expect(screen.getByText('queues@1.0.0')).toBeVisible();
    publish('venue-cleared', {});
    await act(() => jest.advanceTimersByTimeAsync(500));
    const names = screen
      .getAllByRole('group')
      .map(({ textContent }) => /unread-counted|venue-cleared/.exec(textContent)?.[0]);
    expect(names).toEqual(['venue-cleared', 'unread-counted']);
  });

  test('lists overrides, and one tap resets them', async () => {
    sessionStorage.setItem(OVERRIDES_KEY, JSON.stringify({ catalog: 'http://localhost:3001' }));
    show({ applied: { catalog: 'http://localhost:3001' }, missing: { queues: 'http://localhost:3002' } });
    expect(screen.getByText('catalog from http://localhost:3001')).toBeVisible();
    expect(screen.getByText('override')).toBeVisible();
    expect(screen.getByText('queues from http://localhost:3002, which did not respond')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reset overrides' }));
    expect(sessionStorage.getItem(OVERRIDES_KEY)).toBeNull();
    expect(reload).toHaveBeenCalled();
  });
});

describe('the shortcut', () => {
  const remotes = { snapshot: snapshotOf({}), site: window.location.origin } as Parameters<typeof offerDevtools>[1];

  test('opens the devtools in production only if the deployment allows it', async () => {
    const environment = jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
    offerDevtools(TEST_SITE, remotes);
    pressKey();
    await act(async () => {});
    expect(screen.queryByRole('region', { name: 'Devtools' })).toBeNull();
    offerDevtools(allowed, remotes);
    pressKey();
    expect(await screen.findByRole('region', { name: 'Devtools' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Devtools' })).toHaveFocus();
    environment.restore();
    await userEvent.click(screen.getByRole('button', { name: 'Close devtools' }));
    expect(screen.queryByRole('region', { name: 'Devtools' })).toBeNull();
  });

  test('opens the devtools in a tab that runs a build of the developer, and faults work there', async () => {
    const environment = jest.replaceProperty(process, 'env', { ...process.env, NODE_ENV: 'production' });
    const applied = { catalog: 'http://localhost:3001' };
    expect(faultInjection(TEST_SITE)).toBeUndefined();
    expect(faultInjection(TEST_SITE, applied)).toBeDefined();
    window.history.replaceState(null, '', '/?devtools');
    offerDevtools(TEST_SITE, { ...remotes, overridden: { applied, missing: {} } });
    expect(await screen.findByRole('region', { name: 'Devtools' })).toBeVisible();
    environment.restore();
    window.history.replaceState(null, '', '/');
    await userEvent.click(screen.getByRole('button', { name: 'Close devtools' }));
  });
});
