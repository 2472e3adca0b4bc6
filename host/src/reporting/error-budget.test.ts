import { createErrorBudget } from './error-budget';

const MINUTE = 60_000;
let time: number;
let demote: jest.Mock<string | undefined, [string]>;

/** Loads a page as the same visitor. */
const open = () => createErrorBudget({ demote, now: () => time });
const spend = (budget: ReturnType<typeof open>, times: number) =>
  Array.from({ length: times }, () => budget.spend('catalog', '1.1.0-bb'));

beforeEach(() => {
  window.localStorage.clear();
  time = 1_000 * MINUTE;
  demote = jest.fn((_remote) => '1.0.0-aa');
});
afterEach(() => jest.restoreAllMocks());

test('the third failure demotes the visitor once', () => {
  const page = open();
  expect(spend(page, 4)).toEqual([undefined, undefined, '1.0.0-aa', undefined]);
  expect(demote.mock.calls).toEqual([['catalog']]);
  expect(page.isSpent('catalog')).toBe(true);
  expect(page.isSpent('queues')).toBe(false);
});

test('a failure in each of two page loads within five minutes demotes the visitor', () => {
  spend(open(), 1);
  time += 4 * MINUTE;
  expect(spend(open(), 1)).toEqual(['1.0.0-aa']);
});

test('failures of other versions, other remotes or earlier times do not add up', () => {
  const page = open();
  page.spend('catalog', '1.1.0-bb');
  page.spend('catalog', '1.0.0-aa');
  page.spend('queues', '1.1.0-bb');
  time += 6 * MINUTE;
  expect(spend(open(), 1)).toEqual([undefined]);
  expect(demote).not.toHaveBeenCalled();
});

test('the visitor keeps the version if there is no other', () => {
  demote.mockReturnValue(undefined);
  const page = open();
  expect(spend(page, 5)).toEqual(Array(5).fill(undefined));
  expect(page.isSpent('catalog')).toBe(false);
});

test.each([
  ['refuses to store anything', () => jest.spyOn(Storage.prototype, 'setItem')],
  ['refuses to read its storage', () => jest.spyOn(Storage.prototype, 'getItem')],
])('failures add up within one page in a browser that %s', (_case, spy) => {
  spy().mockImplementation(() => {
    throw new Error('refused');
  });
  expect(spend(open(), 3)).toEqual([undefined, undefined, '1.0.0-aa']);
});

test('a stored value that cannot be read counts as no failure', () => {
  window.localStorage.setItem('remote-failures', '{"catalog@1.1.0-bb": 7}');
  expect(spend(open(), 1)).toEqual([undefined]);
});
