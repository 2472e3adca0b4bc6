import { PublicResponses } from './public-responses';

const textOf = async (response: Promise<{ identity: { body: Buffer | string } }>) =>
  String((await response).identity.body);

test('a response is built once, however many ask for it at the same time', async () => {
  const build = jest.fn(async () => '{}');
  const responses = new PublicResponses(async () => 'a');
  const texts = await Promise.all([textOf(responses.get('/venues', build)), textOf(responses.get('/venues', build))]);
  expect(texts).toEqual(['{}', '{}']);
  await responses.get('/venues/1', build);
  expect(build).toHaveBeenCalledTimes(2);
});

test('what was read before a change is not sent after it', async () => {
  let version = 'a';
  const responses = new PublicResponses(async () => version);
  let finish: (text: string) => void = () => undefined;
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
  const late = textOf(responses.get('/venues', async () => 'new'));
  expect(await late).toBe('new');
  finish('old');
  expect(await textOf(early)).toBe('old');
  expect(await textOf(responses.get('/venues', async () => 'newer'))).toBe('new');
});

test('a failure is not cached', async () => {
  const responses = new PublicResponses(async () => 'a');
  await expect(responses.get('/venues', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await textOf(responses.get('/venues', async () => 'back'))).toBe('back');
});
