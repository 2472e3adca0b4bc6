/**
 * Keeps this remote's own values on the device, beside the keys of the contracts: JSON, named `queues.<name>`. A value that cannot be read
 * counts as absent, and one that cannot be written lasts as long as the page.
 */
import { localName } from 'shared-contracts/local-keys';

export const deviceKey = (name: string) => `${localName('queues')}.${name}`;

/** Values that could not be written, by name. They are newer than the device's. */
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

/** @returns whether the value outlives the page; true if it was never written */
export const isOnDevice = (name: string): boolean => !unwritten.has(name);

export function removeDevice(name: string): void {
  unwritten.delete(name);
  try {
    window.localStorage.removeItem(deviceKey(name));
  } catch {
    // The device refused, so nothing was stored either.
  }
}

export interface Followers {
  /** Calls the listener on every change. The function is stable. @returns a function that stops it */
  follow: (listener: () => void) => () => void;
  /** Calls the listeners after this page has written. */
  notify: () => void;
  /** Reads the device again after another tab has written. */
  reload: () => void;
}

/**
 * Makes the list of listeners of a name on this page. They are called whichever tab has written.
 * @param forget drops the page's copy of the value
 */
export function createFollowers(name: string, forget: () => void): Followers {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const reload = () => {
    forget();
    notify();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === deviceKey(name)) reload();
  };
  return {
    notify,
    reload,
    follow(listener) {
      listeners.add(listener);
      if (listeners.size === 1) window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onStorage);
        // From now on this page misses the writes of other tabs.
        forget();
      };
    },
  };
}
