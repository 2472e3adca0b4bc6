import { MessageChannel } from 'node:worker_threads';
import type { PushPayload } from 'shared-contracts/types';
import { openNotice, showPush } from './push';
import { type OpenPage, scope } from './scope';

const payload: PushPayload = {
  title: 'Kumo Ramen is done!',
  body: 'You are welcome to collect!',
  icon: '/logo-192.png',
  tag: 'queue-9',
  vibrate: [100, 50, 100],
  requireInteraction: false,
  path: '/order?id=7&state=done&queue_id=9',
};

/** A page that replies with `reply`, or never if that is undefined, as a frozen page. */
const page = (visibilityState: DocumentVisibilityState, reply?: boolean) => ({
  id: 'page',
  visibilityState,
  focus: jest.fn(async () => {}),
  postMessage: jest.fn((_message: unknown, ports?: Transferable[]) => {
    const port = ports?.[0] as MessagePort | undefined;
    if (reply !== undefined) port?.postMessage(reply);
  }),
});

Object.assign(globalThis, { MessageChannel });

const shown = jest.fn(async () => {});
const opened = jest.fn(async () => {});

function withPages(pages: OpenPage[]): void {
  Object.assign(scope, {
    registration: { showNotification: shown },
    clients: { claim: async () => {}, matchAll: async () => pages, openWindow: opened },
  });
}

beforeEach(() => jest.clearAllMocks());

test('a push is shown with its own text, icon, vibration and destination', async () => {
  withPages([]);
  await showPush(payload);
  expect(shown).toHaveBeenCalledWith('Kumo Ramen is done!', {
    body: 'You are welcome to collect!',
    icon: '/logo-192.png',
    tag: 'queue-9',
    vibrate: [100, 50, 100],
    requireInteraction: false,
    renotify: true,
    data: { path: '/order?id=7&state=done&queue_id=9' },
  });
});

test('no push is shown if a visible page received the news, and it is silent if only a hidden page did', async () => {
  withPages([page('hidden', true), page('visible', true)]);
  await showPush(payload);
  expect(shown).not.toHaveBeenCalled();
  withPages([page('hidden', true)]);
  await showPush(payload);
  expect(shown).toHaveBeenCalledWith(payload.title, expect.objectContaining({ renotify: false }));
});

test.each([
  ['acts as a vendor, or has no socket', false],
  ['is frozen', undefined],
])('a push rings if the visible page %s', async (_why, reply) => {
  withPages([page('visible', reply)]);
  await showPush(payload);
  expect(shown).toHaveBeenCalledWith(payload.title, expect.objectContaining({ renotify: true }));
});

test('a press opens the order in the visible page, or in a new one if there is none', async () => {
  const [behind, front] = [page('hidden'), page('visible')];
  withPages([behind, front]);
  await openNotice({ data: { path: payload.path } });
  expect(front.postMessage).toHaveBeenCalledWith({ type: 'open', path: payload.path });
  expect(front.focus).toHaveBeenCalledTimes(1);
  expect(behind.postMessage).not.toHaveBeenCalled();
  withPages([]);
  await openNotice({ data: { path: payload.path } });
  expect(opened).toHaveBeenCalledWith(payload.path);
});

test.each([
  ['//elsewhere.test/x', '/'],
  ['https://elsewhere.test/x', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
  ['/queues?filter=all', '/queues?filter=all'],
])('a press on a notice with the path %s leads to %s', async (path, expected) => {
  withPages([]);
  await openNotice({ data: { path } });
  expect(opened).toHaveBeenCalledWith(expected);
});
