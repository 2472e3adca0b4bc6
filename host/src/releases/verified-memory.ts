/** What this browser has verified of a site's metadata. A script of a page can change it, as it can change all of the page's storage. */
import type { Trusted, Verified } from 'releases/model/metadata';

export interface Memory extends Pick<Verified, 'trusted' | 'live' | 'expires'> {
  /** SHA-256 of the verified snapshot that a page of this browser has run, in hex. */
  run?: string | undefined;
}

const keyOf = (site: string) => `registry-verified ${site}`;

/** @returns undefined if the site has no root, or this browser has not seen it yet */
export function readMemory(site: string): Memory | undefined {
  try {
    return JSON.parse(window.localStorage.getItem(keyOf(site)) ?? '') as Memory;
  } catch {
    return undefined;
  }
}

export function writeMemory(site: string, memory: Memory): void {
  try {
    window.localStorage.setItem(keyOf(site), JSON.stringify(memory));
  } catch {
    // The browser refuses storage. Each page is a first visit then.
  }
}

/** Stores the versions and the root that were verified. What was live stays. */
export function rememberTrusted(site: string, trusted: Trusted): void {
  const memory = readMemory(site);
  if (memory) writeMemory(site, { ...memory, trusted });
}
