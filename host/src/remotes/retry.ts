/** Repeats requests: of a lost chunk, and of all files of an invalidated remote. */
import type { Snapshot } from '../releases/snapshot';
import { type Assets, RETRY_PARAM } from './assets';
import { failedRequest, isLostChunk } from './failure';

export interface Retries {
  /** Says, whenever it is called, whether the remote was invalidated since this moment. */
  sinceNow(remote: string): () => boolean;
  /**
   * Repeats the request of a lost chunk once, at another address, before the failure is reported. Each chunk has its own
   * repetition, since another chunk may be lost while the first one is requested again. A file of a developer's own build is in
   * no snapshot, and has the same address each time.
   */
  twice<T>(remote: string, load: () => Promise<T>): Promise<T>;
  /** Gives every file of the remote a new address and fails the requests that are pending. */
  invalidate(remote: string): void;
}

/** The error names the address that failed; a second request has an address of its own. */
function isOfFirstRequest(request: unknown): boolean {
  return typeof request === 'string' && !new URL(request, window.location.href).searchParams.has(RETRY_PARAM);
}

/** Fails the pending requests below this address; their callers get an error. */
function failPending(address: string): void {
  for (const tag of document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
    'script[src], link[rel="stylesheet"]',
  )) {
    const href = tag instanceof HTMLScriptElement ? tag.src : tag.href;
    // Webpack and federation remove their handlers when a file has arrived.
    if (href.startsWith(address)) tag.onerror?.(new Event('error'));
  }
}

/** @param site the origin that serves the remotes' files */
export function createRetries(assets: Assets, { remotes }: Pick<Snapshot, 'remotes'>, site: string): Retries {
  /** How often each remote was invalidated. */
  const rounds = new Map<string, number>();
  const roundOf = (remote: string) => rounds.get(remote) ?? 0;

  function sinceNow(remote: string): () => boolean {
    const round = roundOf(remote);
    return () => round !== roundOf(remote);
  }

  return {
    sinceNow,
    async twice(remote, load) {
      const isInvalidated = sinceNow(remote);
      const lost = new Set<unknown>();
      for (;;) {
        try {
          return await load();
        } catch (cause) {
          const request = failedRequest(cause);
          const isLastTime = lost.has(request) || (lost.size > 0 && !isOfFirstRequest(request));
          if (!isLostChunk(cause) || isInvalidated() || isLastTime) throw cause;
          lost.add(request);
          assets.renew(remote);
        }
      }
    },
    invalidate(remote) {
      rounds.set(remote, roundOf(remote) + 1);
      assets.renew(remote);
      const release = remotes[remote];
      if (release) failPending(new URL(release.path, site).href);
    },
  };
}
