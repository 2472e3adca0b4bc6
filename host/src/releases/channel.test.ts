import { fakeWorker } from '../testing/fake-worker';
import { takeChannelFromAddress } from './channel';
import { cohortOf } from './cohort';

const open = (address: string) => window.history.replaceState(null, '', address);

test('the page that follows the question has no channel in its address, and the worker gives up its page of all visitors', () => {
  const worker = fakeWorker();
  try {
    open('/venues?channel=beta&sort=name');
    takeChannelFromAddress();
    expect(window.location.search).toBe('?sort=name');
    expect(worker.asked).toEqual([{ type: 'refresh' }]);
  } finally {
    worker.leave();
  }
});

test('an address without a channel asks nothing of the worker', () => {
  const worker = fakeWorker();
  try {
    open('/venues?sort=name');
    takeChannelFromAddress();
    expect(worker.asked).toEqual([]);
  } finally {
    worker.leave();
  }
});

test('neither an address nor a cookie that a script wrote joins a channel', () => {
  open('/venues?channel=beta');
  // biome-ignore lint/suspicious/noDocumentCookie: as a script would
  document.cookie = 'channel=beta; path=/';
  takeChannelFromAddress();
  expect(document.cookie).toBe('channel=beta');
  expect(cohortOf({ offers: [] }).channel).toBeUndefined();
  // biome-ignore lint/suspicious/noDocumentCookie: as a script would
  document.cookie = 'channel=; path=/; max-age=0';
});
