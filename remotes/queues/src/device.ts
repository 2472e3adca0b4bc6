/**
 * What this remote keeps on the device beside the keys of the contracts: JSON, named `queues.<name>`. A value that cannot be
 * read counts as absent, and one that cannot be written lasts as long as the page.
 */
import { localName } from 'shared-contracts/local-keys';

export const deviceKey = (name: string) => `${localName('queues')}.${name}`;

/** What could not be written, by name. It is newer than what the device has. */
const unwritten = new Map<string, unknown>();

export function readDevice<T>(name: string): T | undefined {
  if (unwritten.has(name)) return unwritten.get(name) as T;
  try {
    const text = window.localStorage.getItem(deviceKey(name));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function writeDevice(name: string, value: unknown): void {
  try {
    window.localStorage.setItem(deviceKey(name), JSON.stringify(value));
    unwritten.delete(name);
  } catch (error) {
    unwritten.set(name, value);
    console.warn(`Could not keep '${name}' on this device`, error);
  }
}

/** @returns whether it outlives the page; true of what was never written */
export const isOnDevice = (name: string): boolean => !unwritten.has(name);

export function removeDevice(name: string): void {
  unwritten.delete(name);
  try {
    window.localStorage.removeItem(deviceKey(name));
  } catch {
    // Refused, so nothing was stored either.
  }
}

export interface Followers {
  /** Stable. @returns a function that stops it */
  follow: (listener: () => void) => () => void;
  /** This page has written. */
  tell: () => void;
  /** The device is read again: another tab has written. */
  reload: () => void;
}

/**
 * Those on this page who show what the device has under a name, whichever tab has written it.
 * @param forget drops what the page knows of it
 */
export function followersOf(name: string, forget: () => void): Followers {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const reload = () => {
    forget();
    tell();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === deviceKey(name)) reload();
  };
  return {
    tell,
    reload,
    follow(listener) {
      listeners.add(listener);
      if (listeners.size === 1) window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onStorage);
        // From now on this page misses what another tab writes.
        forget();
      };
    },
  };
}
