/**
 * Keeps a tab's session up to date: it reads the local keys when it starts, when another tab has changed them, and when
 * it becomes visible after it was suspended (docs/decisions/sign-in.md).
 */
import { localName } from 'shared-contracts/local-keys';
import { reconcileSession } from 'shared-contracts/session';

const SESSION_KEYS = ['token', 'user', 'context'] as const;

/** @returns a function that stops it */
export function watchSession(): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') reconcileSession();
  };
  const onStorage = ({ key }: StorageEvent) => {
    // Null: all keys were removed.
    if (key === null || SESSION_KEYS.some((name) => localName(name) === key)) reconcileSession();
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
