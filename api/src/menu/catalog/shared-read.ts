/**
 * Shares one read between all callers that wait at the same time. Each caller gets the result of a read that began after the call, so it never
 * misses an earlier commit. A call during a read shares the next read.
 *
 * A read begins after the event loop has handled all requests that have arrived. If the first request started it, the others would need a second
 * read.
 */
export function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;

  const begin = (): Promise<T> => {
    next = null;
    const begun = read();
    underWay = begun;
    const end = () => {
      if (underWay === begun) underWay = null;
    };
    begun.then(end, end);
    return begun;
  };

  return () => {
    next ??= (underWay ? underWay.catch(() => undefined).then(allArrived) : allArrived()).then(begin);
    return next;
  };
}

/** Resolves after the events that are ready in the event loop now. */
const allArrived = () => new Promise<void>((resolve) => setImmediate(resolve));
