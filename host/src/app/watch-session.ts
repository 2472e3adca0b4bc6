/** Keeps a tab honest about the session: events missed while it slept are read from the local keys when it wakes. */
import { localName } from 'shared-contracts/local-keys';
import { reconcileSession } from 'shared-contracts/session';

/** Returns the way to stop. */
export function watchSession(): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') reconcileSession();
  };
  // The token changing elsewhere reaches tabs of browsers without BroadcastChannel, too.
  const onStorage = (event: StorageEvent) => {
    if (event.key === localName('token') || event.key === null) reconcileSession();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', reconcileSession);
  window.addEventListener('storage', onStorage);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', reconcileSession);
    window.removeEventListener('storage', onStorage);
  };
}
