import { quantile } from './quantile';

const bucketsOf = (...values: number[]) =>
  [1, 2, 4, Number.POSITIVE_INFINITY].map((bound) => ({
    bound,
    count: values.filter((value) => value <= bound).length,
  }));

test.each([
  [[], 0.5, null],
  [[1], 0.5, 0.5],
  [[1.5, 1.5, 1.5, 1.5], 0.5, 1.5],
  [[0.5, 0.5, 3, 3], 0.5, 1],
  [[0.5, 0.5, 3, 3], 0.95, 3.8],
  [[0.5, 9, 9, 9], 0.95, 4],
])('with the buckets %j, the part %d of all values stays below %p', (values, part, expected) => {
  expect(quantile(bucketsOf(...values), part)).toBe(expected);
});

test('without buckets there is no value', () => {
  expect(quantile([], 0.5)).toBeNull();
});
