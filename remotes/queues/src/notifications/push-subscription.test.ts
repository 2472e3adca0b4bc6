import { ApiError, provideClient } from 'shared-contracts/client';
import { fakeApi } from 'shared-contracts/testing';
import { endPush, startPush } from './push-subscription';

const KEY = 'BOr_-w';
const KEY_BYTES = [4, 234, 255, 251];
const keys = { p256dh: 'p', auth: 'a' };

function aSubscription(applicationServerKey: number[]) {
  return {
    options: { applicationServerKey: Uint8Array.from(applicationServerKey).buffer },
    unsubscribe: jest.fn(async () => true),
    toJSON: () => ({ endpoint: 'https://push.test/1', expirationTime: null, keys }),
  };
}
type Subscription = ReturnType<typeof aSubscription>;

function withManager(
  earlier: Subscription | null,
  { subscribe = async () => earlier ?? aSubscription(KEY_BYTES), isActive = Promise.resolve() } = {},
) {
  const pushManager = { getSubscription: async () => earlier, subscribe: jest.fn(subscribe) };
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: isActive.then(() => registration) },
  });
  return pushManager;
}

const anApi = () => {
  const api = fakeApi()
    .on('GET /push/key', { data: { public_key: KEY } })
    .on('POST /push/subscriptions', undefined);
  provideClient(api);
  return api;
};

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  log.mockRestore();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test("subscribes with the server's key and sends the server the address", async () => {
  const api = anApi();
  const manager = withManager(null);
  await startPush();
  expect(manager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: Uint8Array.from(KEY_BYTES),
  });
  expect(api.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/push/subscriptions',
    body: { endpoint: 'https://push.test/1', keys },
  });
});

test('waits for a worker that is still being installed', async () => {
  const api = anApi();
  let activate = () => {};
  withManager(null, { isActive: new Promise<void>((resolve) => (activate = resolve)) });
  const started = startPush();
  await Promise.resolve();
  expect(api.requests).toEqual([]);
  activate();
  await started;
  expect(api.requests.at(-1)).toMatchObject({ path: '/push/subscriptions' });
});

test('replaces a subscription of another key and keeps one of this key', async () => {
  anApi();
  const old = aSubscription([1, 2]);
  withManager(old);
  await startPush();
  expect(old.unsubscribe).toHaveBeenCalledTimes(1);
  const same = aSubscription(KEY_BYTES);
  withManager(same);
  await startPush();
  expect(same.unsubscribe).not.toHaveBeenCalled();
});

test.each([
  [
    'the browser refuses',
    () => withManager(null, { subscribe: () => Promise.reject(new Error('push service error')) }),
  ],
  ['the server refuses', () => anApi().on('GET /push/key', new ApiError(500, { code: 'INTERNAL' }))],
])('logs a failure and does not reject when %s', async (_case, arrange) => {
  anApi();
  withManager(null);
  arrange();
  await expect(startPush()).resolves.toBeUndefined();
  expect(log).toHaveBeenCalledTimes(1);
});

test('sends no request without a worker', async () => {
  const api = anApi();
  await startPush();
  await endPush();
  expect(api.requests).toEqual([]);
});

test('ends the subscription with the session', async () => {
  const mine = aSubscription(KEY_BYTES);
  withManager(mine);
  await endPush();
  expect(mine.unsubscribe).toHaveBeenCalledTimes(1);
});
