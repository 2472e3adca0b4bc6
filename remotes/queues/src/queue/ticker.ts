/** Keeps one clock for every age on the page, the server's. A card renders again only when its own words change. */
import { useSyncExternalStore } from 'react';
import { serverNow } from 'shared-contracts/client';

const TICK_MS = 1000;
const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the same time within a tick, so that all values rendered together agree. */
function currentTime(): number {
  const actual = serverNow();
  if (Math.abs(actual - now) >= TICK_MS) now = actual;
  return now;
}

function tick(): void {
  for (const listener of listeners) listener();
}

export function followTicks(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) timer = setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Returns the result of `read` for the present time and updates it every second. `read` must return a primitive. */
export function useTicking<T extends string | number | boolean>(read: (now: number) => T): T {
  return useSyncExternalStore(followTicks, () => read(currentTime()));
}
