/** Stores the metadata of a site that this browser has verified. Like all of a page's storage, a script of the page can change it. */
import type { Trusted, Verified } from 'releases/model/metadata';

export interface Memory extends Pick<Verified, 'trusted' | 'live' | 'expires'> {
  /** SHA-256 of the verified snapshot that a page of this browser has run, in hex. */
  run?: string | undefined;
}

/** The site and the key that a memory belongs to. */
export interface Remembered {
  /** The origin of the site. */
  site: string;
  /** The key of the registry that the shell was built with. With another key the memory starts again, as for a site that was set up anew. */
  registryKey: string | undefined;
}

const keyOf = ({ site, registryKey }: Remembered) => `registry-verified ${site} ${registryKey}`;

/** @returns undefined if the site has no root, or this browser has not seen it yet */
export function readMemory(of: Remembered): Memory | undefined {
  try {
    return JSON.parse(window.localStorage.getItem(keyOf(of)) ?? '') as Memory;
  } catch {
    return undefined;
  }
}

export function writeMemory(of: Remembered, memory: Memory): void {
  try {
    window.localStorage.setItem(keyOf(of), JSON.stringify(memory));
  } catch {
    // The browser refuses storage. Each page is a first visit then.
  }
}

/** Stores the versions and the root that were verified. What was live stays. */
export function rememberTrusted(of: Remembered, trusted: Trusted): void {
  const memory = readMemory(of);
  if (memory) writeMemory(of, { ...memory, trusted });
}
