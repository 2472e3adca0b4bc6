import { localName } from 'shared-contracts/local-keys';

/** Whether this browser stores what a session lives in. With the site's data blocked, a sign-in would end with the next request. */
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
