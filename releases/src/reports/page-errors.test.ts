import { withTestApp } from 'api/testing/test-app';
import { PageErrors, readPageErrors } from './page-errors';

const api = withTestApp();
const db = () => api.current.deps.db;

const NOON = Date.parse('2026-11-20T12:00:00Z');
const at = (second: number) => new Date(NOON + second * 1_000);
const errorOf = (version: string, message: string) =>
  ({ type: 'error', kind: 'render', part: 'catalog', version, message }) as const;
const word = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const messages = async (version: string) =>
  (await readPageErrors(db(), { part: 'catalog', version })).map(({ message }) => message);

test('a release has fifty different errors at most, and those that were reported longest ago are deleted', async () => {
  const errors = new PageErrors(db());
  for (const [from, until] of [
    [0, 50],
    [50, 60],
  ] as const) {
    for (let index = from; index < until; index += 1)
      errors.add(errorOf('1.0.0-aa', `error ${word(index)}`), at(index));
    await errors.flush();
  }
  errors.add(errorOf('1.0.0-aa', `error ${word(12)}`), at(100));
  await errors.flush();
  const left = await messages('1.0.0-aa');
  expect(left).toHaveLength(50);
  expect(left[0]).toBe(`error ${word(12)}`);
  expect(left).not.toContain(`error ${word(9)}`);
});

test('all releases together have a thousand errors at most', async () => {
  const errors = new PageErrors(db());
  for (let release = 0; release < 21; release += 1) {
    for (let index = 0; index < 50; index += 1)
      errors.add(errorOf(`1.0.${release}-aa`, `error ${word(index)}`), at(release));
    await errors.flush();
  }
  const { count } = await db()
    .selectFrom('release_errors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1_000);
  expect(await messages('1.0.0-aa')).toEqual([]);
  expect(await messages('1.0.20-aa')).toHaveLength(50);
});

test('the errors that wait for the database are bounded too, and an outage of the database keeps them waiting', async () => {
  const errors = new PageErrors(db());
  for (let index = 0; index < 200; index += 1) errors.add(errorOf('1.0.0-aa', `error ${word(index)}`), at(0));
  const transaction = jest.spyOn(db(), 'transaction').mockImplementationOnce(() => {
    throw new Error('connection refused');
  });
  await expect(errors.flush()).rejects.toThrow('connection refused');
  transaction.mockRestore();
  errors.add(errorOf('1.0.0-aa', `error ${word(0)}`), at(5));
  await errors.flush();
  const stored = await readPageErrors(db(), { part: 'catalog' });
  expect(stored).toHaveLength(50);
  expect(stored[0]).toMatchObject({ message: `error ${word(0)}`, count: 2, firstAt: at(0), lastAt: at(5) });
});

test('messages that differ only in their numbers count as one error', async () => {
  const errors = new PageErrors(db());
  for (const index of [7, 42]) errors.add(errorOf('1.0.0-aa', `no item ${index}`), at(index));
  await errors.flush();
  expect(await readPageErrors(db(), { part: 'catalog' })).toMatchObject([{ message: 'no item 7', count: 2 }]);
});
