/**
 * One read for all callers who wait at the same time. Each caller gets what a read found that began after the call, so it never
 * misses a change that was committed before: a caller who comes while a read is under way shares the next one.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const started = read().finally(() => {
      if (underWay === started) underWay = null;
    });
    underWay = started;
    return started;
  };

  return () => {
    if (!underWay) return start();
    next ??= underWay
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
