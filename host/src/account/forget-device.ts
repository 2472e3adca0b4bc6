import { removeLocal } from 'shared-contracts/local-keys';

/**
 * Removes the data that a log-out keeps for the next time: the phone, the last choices at each vendor, the user's diet,
 * and the unsent choices and texts of this tab.
 */
export function forgetDevice(): void {
  removeLocal('phone');
  try {
    for (const storage of [window.localStorage, window.sessionStorage]) {
      for (const name of Object.keys(storage)) {
        if (/^(vendors\.\d+|catalog|checkout)\./.test(name)) storage.removeItem(name);
      }
    }
  } catch {
    // The browser refuses storage, so nothing was stored either.
  }
}
