/**
 * Stores the version of the menu that an addition was sent for, as long as its response is missing. If the API has made the addition, it
 * refuses a repetition for the same version. The version outlives a reload, as the draft does.
 */

const keyOf = (address: string): string => `vendor-tools.menu-sent.${address}`;

/** @returns null if no response is missing */
export function versionSentTo(address: string): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(address));
  } catch {
    return null;
  }
}

/** @param version null once the response has arrived */
export function storeVersion(address: string, version: string | null): void {
  try {
    if (version === null) window.sessionStorage.removeItem(keyOf(address));
    else window.sessionStorage.setItem(keyOf(address), version);
  } catch {
    // The browser refuses storage, so the next try is for the menu on the screen.
  }
}
