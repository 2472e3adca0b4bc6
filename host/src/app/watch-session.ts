/** Keeps a tab's session true: it reads the local keys when it starts, and when it becomes visible after it was suspended. */
import { localName } from 'shared-contracts/local-keys';
import { reconcileSession } from 'shared-contracts/session';

/** @returns a function that stops it */
export function watchSession(): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') reconcileSession();
  };
  // For browsers without BroadcastChannel: another tab changed the token.
  const onStorage = (event: StorageEvent) => {
    if (event.key === localName('token') || event.key === null) reconcileSession();
  };
  reconcileSession();
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', reconcileSession);
  window.addEventListener('storage', onStorage);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', reconcileSession);
    window.removeEventListener('storage', onStorage);
  };
}
