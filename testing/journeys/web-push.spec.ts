/** Tests Web Push in a browser with a window, since a browser without one has no push messages and no notifications of its own. */
import type { Page } from '@playwright/test';
import { one, pushKeySchema } from 'shared-contracts/schemas';
import type { Account } from '../client/accounts';
import { buy, enter, newAccount } from './support/api';
import { watchNotices } from './support/notices';
import { channelJoinsOf } from './support/realtime';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const worker = async (page: Page) => {
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
  );
};

test("consent subscribes with the server's key and stores the address, and logging out unsubscribes", {
  tag: '@core',
}, async ({ customer }) => {
  const buyer: Account = await newAccount();
  const { data: key } = await buyer.get('/push/key', one(pushKeySchema));
  // A browser without a display refuses to subscribe at its push service, so this replaces it.
  await customer.addInitScript(() => {
    const bytes = (length: number) => btoa('k'.repeat(length)).replace(/=+$/, '');
    const made: { key: number[]; isEnded: boolean }[] = [];
    Object.assign(window, { madeSubscriptions: made });
    let current: object | null = null;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      if (current) return current as PushSubscription;
      const record = { key: [...new Uint8Array(options?.applicationServerKey as ArrayBuffer)], isEnded: false };
      made.push(record);
      current = {
        options: { applicationServerKey: Uint8Array.from(record.key).buffer },
        toJSON: () => ({ endpoint: 'https://push.example.org/1', keys: { p256dh: bytes(65), auth: bytes(16) } }),
        unsubscribe: async () => {
          record.isEnded = true;
          return true;
        },
      };
      return current as PushSubscription;
    };
  });
  await watchNotices(customer, 'default');
  await enter(customer, buyer, '/queues');
  await worker(customer);
  const stored = customer.waitForResponse((response) => response.url().endsWith('/push/subscriptions'));
  await customer.getByRole('button', { name: 'Turn on' }).click();
  expect((await stored).status()).toBe(204);
  const made = () =>
    customer.evaluate(
      () => (window as unknown as { madeSubscriptions: { key: number[]; isEnded: boolean }[] }).madeSubscriptions,
    );
  expect(await made()).toEqual([{ key: [...Buffer.from(key.public_key, 'base64url')], isEnded: false }]);
  await customer.getByRole('link', { name: 'My Account' }).click();
  await customer.getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(async () => (await made())[0]?.isEnded).toBe(true);
});

test('a push notification appears only while no page is visible, and a tap on it opens the order', async ({
  customer,
}) => {
  const buyer = await newAccount();
  const { order, id } = await buy(buyer);
  const hasJoined = channelJoinsOf(customer);
  await enter(customer, buyer, '/queues');
  await worker(customer);
  await hasJoined(`private-users.${buyer.data.id}`);
  const cdp = await customer.context().newCDPSession(customer);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const path = `/order?id=${order.id}&state=done&queue_id=${id}`;
  const push = (tag: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(customer.url()).origin,
      registrationId,
      data: JSON.stringify({
        title: 'Kumo Ramen is done!',
        body: 'You are welcome to collect!',
        icon: '/logo-192.png',
        tag,
        vibrate: [100, 50, 100],
        requireInteraction: false,
        path,
      }),
    });
  const shown = () =>
    customer.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const notices = (await registration?.getNotifications()) ?? [];
      return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });

  await push('looked-at');
  const [script] = customer.context().serviceWorkers();
  if (!script) throw new Error('The worker runs.');
  // The page acts as if another window covered it, which a browser without a display never reports.
  await script.evaluate(() => {
    const { clients } = globalThis as unknown as { clients: { matchAll: () => Promise<object[]> } };
    const matchAll = clients.matchAll.bind(clients);
    clients.matchAll = async () =>
      (await matchAll()).map((page) => ({
        visibilityState: 'hidden',
        focus: async () => {},
        postMessage: (message: unknown) => (page as { postMessage: (message: unknown) => void }).postMessage(message),
      }));
  });
  const notice = { title: 'Kumo Ramen is done!', body: 'You are welcome to collect!', data: { path } };
  // A worker that is still starting may miss a message.
  await expect(async () => {
    await push('not-looked-at');
    expect(await shown()).toEqual([{ ...notice, tag: 'not-looked-at' }]);
  }).toPass();

  const isClosed = await script.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    let closed = false;
    if (notification) notification.close = () => (closed = true);
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    return closed;
  });
  expect(isClosed).toBe(true);
  await expect(customer).toHaveURL(new RegExp(`/order\\?id=${order.id}&state=done&queue_id=${id}$`));
});
