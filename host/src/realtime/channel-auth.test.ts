import { ApiError } from 'shared-contracts/client';
import { authorizeChannel } from './channel-auth';

const lost = () => new ApiError(0, { code: 'NETWORK', message: 'No connection.' });
const auth = { auth: 'app:signed' };

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a failed request is reported and retried at growing intervals until it succeeds', async () => {
  const onTrouble = jest.fn();
  const ask = jest.fn<Promise<typeof auth>, []>().mockResolvedValue(auth);
  ask.mockRejectedValueOnce(lost()).mockRejectedValueOnce(new ApiError(500, { code: 'INTERNAL' }));
  const reply = authorizeChannel({ ask, isCurrent: () => true, onTrouble });
  await jest.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1999);
  expect(ask).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(await reply).toBe(auth);
  expect(onTrouble).toHaveBeenCalledTimes(2);
});

test('a refusal is reported and not retried', async () => {
  const onTrouble = jest.fn();
  const ask = jest.fn(() => Promise.reject(new ApiError(403, { code: 'FORBIDDEN' })));
  await expect(authorizeChannel({ ask, isCurrent: () => true, onTrouble })).rejects.toThrow();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(onTrouble).toHaveBeenCalledTimes(1);
});

test('a connection that has ended causes no retry and no report', async () => {
  const onTrouble = jest.fn();
  let isCurrent = true;
  const ask = jest.fn(() => {
    isCurrent = false;
    return Promise.reject(lost());
  });
  const reply = authorizeChannel({ ask, isCurrent: () => isCurrent, onTrouble });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await reply).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(onTrouble).not.toHaveBeenCalled();
});
