import { Histogram } from './histogram';

const of = (...values: number[]) => {
  const histogram = new Histogram([1, 2, 4]);
  for (const value of values) histogram.observe(value);
  return histogram;
};

test.each([
  [[], 0.5, null],
  [[1], 0.5, 0.5],
  [[1.5, 1.5, 1.5, 1.5], 0.5, 1.5],
  [[0.5, 0.5, 3, 3], 0.5, 1],
  [[0.5, 0.5, 3, 3], 0.95, 3.8],
  [[0.5, 9, 9, 9], 0.95, 4],
])('of %j the share %d stays below %p', (values, share, expected) => {
  expect(of(...values).quantile(share)).toBe(expected);
});

test('is written the way Prometheus reads it: each bucket with all that are smaller', () => {
  expect([...of(1, 2, 3, 9).lines('took', 'part="catalog"')]).toEqual([
    'took_bucket{part="catalog",le="1"} 1',
    'took_bucket{part="catalog",le="2"} 2',
    'took_bucket{part="catalog",le="4"} 3',
    'took_bucket{part="catalog",le="+Inf"} 4',
    'took_sum{part="catalog"} 15',
    'took_count{part="catalog"} 4',
  ]);
  expect([...of(1).lines('took')].slice(-2)).toEqual(['took_sum 1', 'took_count 1']);
});
