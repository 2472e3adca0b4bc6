/** A distribution in buckets, as Prometheus counts it: bounded whatever happens, and those of several processes add up. */
export class Histogram {
  /** Of each bound those above the bound before it; the last is of those above all bounds. */
  private readonly within: number[];
  count = 0;
  private sum = 0;

  /** @param bounds upper ends of the buckets, rising */
  constructor(private readonly bounds: readonly number[]) {
    this.within = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    const found = this.bounds.findIndex((bound) => value <= bound);
    const index = found === -1 ? this.bounds.length : found;
    this.within[index] = (this.within[index] ?? 0) + 1;
    this.count += 1;
    this.sum += value;
  }

  /**
   * The value that a share of all stays below, as exact as the buckets are; the last bound where it lies above all of them.
   * @param share 0.5 for the median
   * @returns null where nothing was observed
   */
  quantile(share: number): number | null {
    if (this.count === 0) return null;
    const wanted = share * this.count;
    let below = 0;
    let lower = 0;
    for (const [index, bound] of this.bounds.entries()) {
      const here = this.within[index] ?? 0;
      if (here > 0 && below + here >= wanted) return lower + ((wanted - below) / here) * (bound - lower);
      below += here;
      lower = bound;
    }
    return lower;
  }

  /** @param labels 'part="catalog"' or nothing */
  *lines(name: string, labels = ''): Iterable<string> {
    const own = labels && `{${labels}}`;
    const and = labels && `${labels},`;
    let below = 0;
    for (const [index, bound] of this.bounds.entries()) {
      below += this.within[index] ?? 0;
      yield `${name}_bucket{${and}le="${bound}"} ${below}`;
    }
    yield `${name}_bucket{${and}le="+Inf"} ${this.count}`;
    yield `${name}_sum${own} ${this.sum}`;
    yield `${name}_count${own} ${this.count}`;
  }
}
