/** @jest-environment node */
import { awaitNext, rest } from './heartbeats';

const RELEASE = 'catalog@1.0.0-a';
const cookies = new Map<string, string>();
const fetched = jest.fn(async (_address: string, _options: RequestInit) => ({}));
/** The open pages of the site, by id of their client. */
const pages = new Map<string, { visibilityState: string; isControlled: boolean }>();

beforeEach(() => {
  jest.useFakeTimers();
  cookies.clear();
  fetched.mockClear();
  pages.clear();
  for (const id of ['page', 'frozen', 'other']) pages.set(id, { visibilityState: 'visible', isControlled: true });
  Object.assign(globalThis, {
    fetch: fetched,
    clients: {
      matchAll: async ({ includeUncontrolled = false } = {}) =>
        [...pages]
          .filter(([, page]) => includeUncontrolled || page.isControlled)
          .map(([id, page]) => ({ id, ...page })),
    },
    cookieStore: {
      get: async (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) } : null),
      set: async ({ name, value }: { name: string; value: string }) => void cookies.set(name, value),
    },
  });
});
afterEach(() => jest.useRealTimers());

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

test('a page without a heartbeat for ten seconds counts as frozen, and its release is reported and demoted', async () => {
  const waiting = awaitNext('page', RELEASE);
  await pass(9);
  expect(cookies.get('set_back')).toBeUndefined();
  await pass(1);
  await waiting;
  expect(cookies.get('set_back')).toBe(RELEASE);
  expect(fetched).toHaveBeenCalledTimes(1);
  const [address, { body }] = fetched.mock.calls[0] ?? ['', {}];
  expect(address).toBe('/api/v1/reports');
  expect(JSON.parse(String(body)).entries).toEqual([
    {
      type: 'error',
      part: 'catalog',
      version: '1.0.0-a',
      kind: 'unhandled',
      message: 'The page did not respond for 10 s.',
    },
  ]);
});

test('earlier demotions stay', async () => {
  cookies.set('set_back', 'queues@1.0.0-z');
  void awaitNext('page', RELEASE);
  await pass(10);
  expect(cookies.get('set_back')).toBe(`queues@1.0.0-z|${RELEASE}`);
});

test.each<[string, () => void]>([
  ['sends heartbeats', () => void awaitNext('page', RELEASE)],
  ['is hidden, or waits for a dialog', () => rest('page')],
])('a page that %s does not count as frozen', async (_what, action) => {
  void awaitNext('page', RELEASE);
  await pass(8);
  action();
  await pass(4);
  expect(cookies.get('set_back')).toBeUndefined();
});

test.each<[string, () => void]>([
  ['closed', () => pages.delete('page')],
  ['hidden', () => pages.set('page', { visibilityState: 'hidden', isControlled: true })],
  // After Clear-Site-Data, or under the next worker, the page has no way to reach this one.
  ["no longer this worker's", () => pages.set('page', { visibilityState: 'visible', isControlled: false })],
])('a page that is %s does not count as frozen', async (_what, change) => {
  const waiting = awaitNext('page', RELEASE);
  change();
  await pass(10);
  await waiting;
  expect(cookies.get('set_back')).toBeUndefined();
  expect(fetched).not.toHaveBeenCalled();
});

test('the heartbeats of another page do not keep a frozen page alive', async () => {
  void awaitNext('frozen', RELEASE);
  for (let count = 0; count < 6; count += 1) {
    void awaitNext('other', 'queues@1.0.0-z');
    await pass(2);
  }
  expect(cookies.get('set_back')).toBe(RELEASE);
});
