/** News that another release may be live: the server sends them over the socket, and the page then reads the signed pointer. */

const listeners = new Set<() => void>();

/** @returns a function that stops it */
export function onReleaseNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellReleaseNews(): void {
  for (const listener of listeners) listener();
}
