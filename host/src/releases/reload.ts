/** The page reloads itself for a few reasons, and never twice for the same one: a reload that did not help would loop. */
import { shellState } from 'shared-contracts/events';

/** Replaced in tests, where there is no page to reload. */
export type Reload = () => void;

const reloadPage: Reload = () => window.location.reload();

const keyOf = (reason: string) => `reloaded.${reason}`;

/** Whether this tab has reloaded itself for this reason. True, too, where the tab can remember nothing. */
export function hasReloadedFor(reason: string): boolean {
  try {
    return window.sessionStorage.getItem(keyOf(reason)) !== null;
  } catch {
    return true;
  }
}

/**
 * Reloads once a tab for each reason, and not while a payment runs: what the provider has of it would be lost to sight.
 * @param before what has to be done first; a failure of it is logged and stops nothing
 * @returns whether the page reloads
 */
export async function reloadOnceFor(
  reason: string,
  { before, reload = reloadPage }: { before?: () => Promise<void>; reload?: Reload } = {},
): Promise<boolean> {
  if (shellState().isPaying || hasReloadedFor(reason)) return false;
  try {
    window.sessionStorage.setItem(keyOf(reason), String(Date.now()));
  } catch {
    return false;
  }
  try {
    await before?.();
  } catch (error) {
    console.warn('Not everything could be cleared before the reload', error);
  }
  // A payment may have started meanwhile.
  if (shellState().isPaying) {
    window.sessionStorage.removeItem(keyOf(reason));
    return false;
  }
  reload();
  return true;
}

/** Empties every cache of this origin. A page without a secure context has none. */
export async function clearBrowserCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await window.caches.keys();
  await Promise.all(names.map((name) => window.caches.delete(name)));
}
