import { MenuCache } from './menu-cache';

test('a text is built once, however many ask for it at the same time', async () => {
  const build = jest.fn(async () => '{}');
  const cache = new MenuCache(() => 0);
  const texts = await Promise.all([cache.get(1, 'public', build), cache.get(1, 'public', build)]);
  expect(texts[0]).toEqual({ body: '{}', etag: expect.stringMatching(/^"[\w-]{22}"$/) });
  await cache.get(1, 'member', build);
  expect(build).toHaveBeenCalledTimes(2);
});

test('what was read before a change is not kept after it', async () => {
  const cache = new MenuCache(() => 0);
  let finish: (body: string) => void = () => undefined;
  const early = cache.get(
    1,
    'public',
    () =>
      new Promise((done) => {
        finish = done;
      }),
  );
  cache.forget(1);
  finish('old');
  expect((await early).body).toBe('old');
  expect((await cache.get(1, 'public', async () => 'new')).body).toBe('new');
});

test('a failure is not kept', async () => {
  const cache = new MenuCache(() => 0);
  await expect(cache.get(1, 'public', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect((await cache.get(1, 'public', async () => 'back')).body).toBe('back');
});

test('where other processes may write, a text is believed for its lifetime only', async () => {
  let now = 0;
  const cache = new MenuCache(() => now, 1_000);
  await cache.get(1, 'public', async () => 'old');
  now = 999;
  expect((await cache.get(1, 'public', async () => 'new')).body).toBe('old');
  now = 1_000;
  expect((await cache.get(1, 'public', async () => 'new')).body).toBe('new');
});
