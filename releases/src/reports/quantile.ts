/** A bucket of a histogram as Prometheus counts it: all values up to `bound`. The last bound is Infinity. */
export interface Bucket {
  bound: number;
  count: number;
}

/**
 * Returns the value that a part of all values stays below, as exactly as the buckets allow. If it is above all finite bounds, the last one
 * is returned.
 * @param buckets by rising bound
 * @param part 0.5 for the median
 * @returns null if nothing was observed
 */
export function quantile(buckets: readonly Bucket[], part: number): number | null {
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) return null;
  const wanted = part * total;
  let below = 0;
  let lower = 0;
  for (const { bound, count } of buckets) {
    if (bound === Number.POSITIVE_INFINITY) break;
    if (count > below && count >= wanted) return lower + ((wanted - below) / (count - below)) * (bound - lower);
    below = count;
    lower = bound;
  }
  return lower;
}
