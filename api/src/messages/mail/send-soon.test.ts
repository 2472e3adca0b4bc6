import { recordingLog } from 'core/testing/logs';
import { Workers } from 'core/workers';
import { sendSoon } from './send-soon';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['once if the mail server accepts it', 0, 1, []],
  ['again if the mail server was away for a moment', 1, 2, ['an email failed and is retried']],
  ['at most four times', 9, 4, [...Array<string>(3).fill('an email failed and is retried'), 'an email failed']],
])('an email is sent %s', async (_what, failures, tries, logged) => {
  const { log, entries } = recordingLog();
  const workers = new Workers(log);
  let left = failures;
  const send = jest.fn(async () => {
    left -= 1;
    if (left >= 0) throw new Error('connect ECONNREFUSED');
  });
  sendSoon({ workers, log }, 'an email', send);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(send).toHaveBeenCalledTimes(tries);
  expect(entries.map(({ msg }) => msg)).toEqual(logged);
});

test('a stop does not wait for the next try', async () => {
  const { log } = recordingLog();
  const workers = new Workers(log);
  sendSoon({ workers, log }, 'an email', async () => {
    throw new Error('connect ECONNREFUSED');
  });
  await workers.stopAll();
});
