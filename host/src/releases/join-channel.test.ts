import { type FakeWorker, fakeWorker } from '../testing/fake-worker';
import { leaveChannel } from './cohort';
import { joinChannel } from './join-channel';

afterEach(() => leaveChannel());

const open = (address: string) => window.history.replaceState(null, '', address);

test('under a worker the page of the channel comes at once: it is fetched with the cookie, and then shown', async () => {
  const worker = fakeWorker();
  try {
    open('/venues?channel=beta');
    const reload = jest.fn();
    const joining = joinChannel(reload);
    expect(document.cookie).toContain('channel=beta');
    expect(worker.asked).toEqual([{ type: 'refresh' }]);
    expect(reload).not.toHaveBeenCalled();
    worker.reply('refreshed');
    expect(await joining).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(window.location.search).toBe('');
  } finally {
    worker.leave();
  }
});

test.each([
  ['joins the channel that was joined before', 'beta', '/venues?channel=beta'],
  ['leaves, where none was joined', '', '/venues?channel='],
])('an address that %s changes nothing, so the worker gets no message', async (_what, before, address) => {
  open(`/?channel=${before}`);
  await joinChannel();
  const worker = fakeWorker();
  try {
    open(address);
    expect(await joinChannel()).toBe(false);
    expect(worker.asked).toEqual([]);
    expect(window.location.search).toBe('');
  } finally {
    worker.leave();
  }
});

describe('a worker that has no page of the channel', () => {
  afterEach(() => jest.useRealTimers());

  test.each([
    ['could not fetch it, as offline', (worker: FakeWorker) => worker.reply('failed')],
    ['says nothing for five seconds', () => void jest.advanceTimersByTime(5_000)],
  ])('and %s: the page goes on, since another would be the same', async (_why, pass) => {
    jest.useFakeTimers();
    const worker = fakeWorker();
    try {
      open('/venues?channel=beta');
      const reload = jest.fn();
      const joining = joinChannel(reload);
      pass(worker);
      expect(await joining).toBe(false);
      expect(reload).not.toHaveBeenCalled();
    } finally {
      worker.leave();
    }
  });
});

test('an address without a channel asks nothing of the worker', async () => {
  const worker = fakeWorker();
  try {
    open('/venues?sort=name');
    expect(await joinChannel()).toBe(false);
    expect(worker.asked).toEqual([]);
  } finally {
    worker.leave();
  }
});

test("without a worker the server's page is of the channel already", async () => {
  open('/venues?channel=beta');
  const reload = jest.fn();
  expect(await joinChannel(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(document.cookie).toContain('channel=beta');
});
