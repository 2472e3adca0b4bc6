import { removeLocal } from 'shared-contracts/local-keys';

/**
 * Removes what a log-out leaves on the device for the next time: the phone, what was last chosen at each vendor, what the user cannot eat,
 * and in this tab what is chosen or typed and not sent.
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
    // Refused, so nothing was stored either.
  }
}
