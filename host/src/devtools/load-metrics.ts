/** Measures the cost of a remote from the browser's records of its requests. */

export interface LoadMetrics {
  files: number;
  /** Compressed bytes. */
  size: number;
  /** Bytes that came over the network; the rest was cached. */
  transferred: number;
  /** Milliseconds during which at least one of its files was loading. */
  loading: number;
}

export type FileRecord = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'responseEnd' | 'encodedBodySize' | 'transferSize'
>;

/** @param folder the start of the address of every file of the release */
export function measureLoad(records: readonly FileRecord[], folder: string): LoadMetrics {
  const own = records.filter(({ name }) => name.startsWith(folder)).sort((a, b) => a.startTime - b.startTime);
  const sizes = new Map<string, number>();
  let transferred = 0;
  let loading = 0;
  let until = 0;
  for (const { name, startTime, responseEnd, encodedBodySize, transferSize } of own) {
    // A file may be recorded twice: preloaded, then used.
    sizes.set(name, Math.max(encodedBodySize, sizes.get(name) ?? 0));
    transferred += transferSize;
    // Files load in parallel.
    loading += Math.max(0, responseEnd - Math.max(startTime, until));
    until = Math.max(until, responseEnd);
  }
  const size = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  return { files: sizes.size, size, transferred, loading: Math.round(loading) };
}

/** '41.2 KB'; 1 KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}
