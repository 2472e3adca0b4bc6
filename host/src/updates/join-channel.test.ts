import { leaveChannel } from '../remotes/visit';
import { joinChannel } from './join-channel';
import { fakeWorker } from './testing/fake-worker';

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
    worker.answer('refreshed');
    expect(await joining).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(window.location.search).toBe('');
  } finally {
    worker.leave();
  }
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
