import { onDemand } from './on-demand';

test('code is requested once', async () => {
  const load = jest.fn(async () => 'code');
  const get = onDemand(load);
  expect(await get()).toBe('code');
  expect(get()).toBe(get());
  expect(load).toHaveBeenCalledTimes(1);
});

test('code that failed to load is requested again', async () => {
  const load = jest.fn<Promise<string>, []>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue('code');
  const get = onDemand(load);
  await expect(get()).rejects.toThrow('lost');
  expect(await get()).toBe('code');
});
