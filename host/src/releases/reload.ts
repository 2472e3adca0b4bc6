/** Reloads the page, and never twice for the same reason: a reload that did not help would loop. */
import { shellState } from 'shared-contracts/events';

/** Tests replace it, since they have no page to reload. */
export type Reload = () => void;

const reloadPage: Reload = () => window.location.reload();

const keyOf = (reason: string) => `reloaded.${reason}`;

/** Whether this tab has reloaded for this reason. True, too, if the browser refuses storage. */
export function hasReloadedFor(reason: string): boolean {
  try {
    return window.sessionStorage.getItem(keyOf(reason)) !== null;
  } catch {
    return true;
  }
}

/**
 * Reloads once in a tab for each reason, and not during a payment, since the provider's form would be lost.
 * @param before runs first; its failure is logged and does not prevent the reload
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
    console.warn('A step before the reload failed', error);
  }
  // A payment may have started meanwhile.
  if (shellState().isPaying) {
    window.sessionStorage.removeItem(keyOf(reason));
    return false;
  }
  reload();
  return true;
}
