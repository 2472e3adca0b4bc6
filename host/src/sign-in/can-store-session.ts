import { localName } from 'shared-contracts/local-keys';

/** Tells whether this browser stores local keys. If it blocks the site's data, a session would end with its first request. */
export function canStoreSession(): boolean {
  const name = `${localName('token')}.probe`;
  try {
    window.localStorage.setItem(name, '');
    window.localStorage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}
