/**
 * The version of the menu that an addition was sent to, for as long as its response is missing. Sent to the same version
 * again, an addition that the API has made is refused. It outlives a reload, as what was typed does.
 */

const keyOf = (address: string): string => `vendor-tools.menu-sent.${address}`;

/** @returns null where no response is missing */
export function versionSentTo(address: string): string | null {
  try {
    return window.sessionStorage.getItem(keyOf(address));
  } catch {
    return null;
  }
}

/** @param version null once there was a response */
export function storeVersion(address: string, version: string | null): void {
  try {
    if (version === null) window.sessionStorage.removeItem(keyOf(address));
    else window.sessionStorage.setItem(keyOf(address), version);
  } catch {
    // Storage is refused: the next try is to the menu on the screen.
  }
}
