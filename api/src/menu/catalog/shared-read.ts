/**
 * One read for all callers who wait at the same time. Each caller gets what a read found that began after the call, so it never
 * misses a change that was committed before: a caller who comes while a read is under way shares the next one.
 *
 * A read begins when the event loop has taken up all requests that had arrived: begun by the first of them it would be for that one,
 * and the others would pay for a second.
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

/** Resolves behind the events that the event loop finds ready now. */
const allArrived = () => new Promise<void>((resolve) => setImmediate(resolve));
