import { PublicResponses, type Written } from './public-responses';

const clock = { now: () => new Date('2026-11-24T12:00Z') };
const lasting = (text: string): Written => ({ text, until: null });

const textOf = async (response: Promise<{ identity: { body: Buffer | string } }>) =>
  String((await response).identity.body);

test('simultaneous requests build a response once', async () => {
  const build = jest.fn(async () => lasting('{}'));
  const responses = new PublicResponses(async () => 'a', clock);
  const texts = await Promise.all([textOf(responses.get('/venues', build)), textOf(responses.get('/venues', build))]);
  expect(texts).toEqual(['{}', '{}']);
  await responses.get('/venues/1', build);
  expect(build).toHaveBeenCalledTimes(2);
});

test('a body that was read before a change is not sent after the change', async () => {
  let version = 'a';
  const responses = new PublicResponses(async () => version, clock);
  let finish: (written: Written) => void = () => undefined;
  const early = responses.get(
    '/venues',
    () =>
      new Promise((done) => {
        finish = done;
      }),
  );
  // The version is read before the rows.
  await Promise.resolve();
  version = 'b';
  const late = textOf(responses.get('/venues', async () => lasting('new')));
  expect(await late).toBe('new');
  finish(lasting('old'));
  expect(await textOf(early)).toBe('old');
  expect(await textOf(responses.get('/venues', async () => lasting('newer')))).toBe('new');
});

test('a failure is not cached', async () => {
  const responses = new PublicResponses(async () => 'a', clock);
  await expect(responses.get('/venues', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await textOf(responses.get('/venues', async () => lasting('back')))).toBe('back');
});

test('an expired body is built again once for all requests', async () => {
  let now = new Date('2026-11-24T12:00Z');
  const responses = new PublicResponses(async () => 'a', { now: () => now });
  let built = 0;
  const build = async () => {
    built += 1;
    return { text: String(built), until: new Date(now.getTime() + 60_000) };
  };
  expect(await textOf(responses.get('/vendors', build))).toBe('1');
  now = new Date('2026-11-24T12:00:59.999Z');
  expect(await textOf(responses.get('/vendors', build))).toBe('1');
  now = new Date('2026-11-24T12:01Z');
  expect(await Promise.all([1, 2, 3].map(() => textOf(responses.get('/vendors', build))))).toEqual(['2', '2', '2']);
});
