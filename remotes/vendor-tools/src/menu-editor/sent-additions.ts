/**
 * Stores the version of the menu that an addition was sent for, as long as its response is missing. If the API has made the addition, it
 * refuses a repetition for the same version. The version outlives a reload, as the draft does.
 */

const storageKey = (address: string): string => `vendor-tools.menu-sent.${address}`;

/** @returns null if no response is missing */
export function sentVersion(address: string): string | null {
  try {
    return window.sessionStorage.getItem(storageKey(address));
  } catch {
    return null;
  }
}

/** @param version null once the response has arrived */
export function storeVersion(address: string, version: string | null): void {
  try {
    if (version === null) window.sessionStorage.removeItem(storageKey(address));
    else window.sessionStorage.setItem(storageKey(address), version);
  } catch {
    // The browser refuses storage, so the next try is for the menu on the screen.
  }
}
