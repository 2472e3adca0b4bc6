/**
 * Decides whether to offer the installation of the site: after the first order, if the browser can install it, until
 * the visitor has decided. Browsers without `beforeinstallprompt`, such as those of iOS, get no offer.
 */
import { useSyncExternalStore } from 'react';
import { subscribe as subscribeToEvents } from 'shared-contracts/events';

/** As Chromium defines it; no other browser has it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt;
  }
}

/** In local storage: `due` since the first order, `done` once the visitor has decided. */
const KEY = 'install_offer';

let prompt: InstallPrompt | undefined;
const listeners = new Set<() => void>();

/** Storage may be refused; the visitor then gets no offer. */
function stage(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function enter(next: 'due' | 'done'): void {
  try {
    window.localStorage.setItem(KEY, next);
  } catch {
    // Without storage no offer is made.
  }
  for (const listener of listeners) listener();
}

function hold(event: InstallPrompt): void {
  // Without this, the browser would make its own offer at its own time.
  event.preventDefault();
  prompt = event;
  for (const listener of listeners) listener();
}

/** Starts to listen for the browser's offer and for the first order. @returns a function that ends it */
export function watchInstallPrompt(): () => void {
  const finish = () => enter('done');
  window.addEventListener('beforeinstallprompt', hold);
  window.addEventListener('appinstalled', finish);
  const stop = subscribeToEvents('payment-ended', ({ outcome }) => {
    if (outcome === 'paid' && stage() === null) enter('due');
  });
  return () => {
    prompt = undefined;
    window.removeEventListener('beforeinstallprompt', hold);
    window.removeEventListener('appinstalled', finish);
    stop();
  };
}

/** The visitor has decided against it. */
export const declineInstall = (): void => enter('done');

/** Opens the browser's own dialog. The offer does not come back, whether the visitor installs or not. */
export function install(): void {
  void prompt?.prompt();
  prompt = undefined;
  enter('done');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useIsInstallOffered = (): boolean =>
  useSyncExternalStore(subscribe, () => prompt !== undefined && stage() === 'due');
