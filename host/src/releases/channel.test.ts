import { fakeWorker } from '../testing/fake-worker';
import { takeChannelFromAddress } from './channel';
import { cohortOf } from './cohort';

const open = (address: string) => window.history.replaceState(null, '', address);

test('the channel is removed from the address, and the worker is asked to refresh its page', () => {
  const worker = fakeWorker();
  try {
    open('/venues?channel=beta&sort=name');
    takeChannelFromAddress();
    expect(window.location.search).toBe('?sort=name');
    expect(worker.messages).toEqual([{ type: 'refresh' }]);
  } finally {
    worker.leave();
  }
});

test('an address without a channel sends the worker no message', () => {
  const worker = fakeWorker();
  try {
    open('/venues?sort=name');
    takeChannelFromAddress();
    expect(worker.messages).toEqual([]);
  } finally {
    worker.leave();
  }
});

test('neither an address nor a cookie from a script makes the page join a channel', () => {
  open('/venues?channel=beta');
  // biome-ignore lint/suspicious/noDocumentCookie: a script would write it like this
  document.cookie = 'channel=beta; path=/';
  takeChannelFromAddress();
  expect(document.cookie).toBe('channel=beta');
  expect(cohortOf({ offers: [] }).channel).toBeUndefined();
  // biome-ignore lint/suspicious/noDocumentCookie: a script would write it like this
  document.cookie = 'channel=; path=/; max-age=0';
});
