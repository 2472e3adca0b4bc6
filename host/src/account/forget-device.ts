import { removeLocal } from 'shared-contracts/local-keys';

/** What a log-out leaves on the device for the next time: the phone, what was last chosen at each vendor, and what the user cannot eat. */
export function forgetDevice(): void {
  removeLocal('phone');
  try {
    const { localStorage } = window;
    for (const name of Object.keys(localStorage)) {
      if (/^(vendors\.\d+|catalog)\./.test(name)) localStorage.removeItem(name);
    }
  } catch {
    // Refused, so nothing was stored either.
  }
}
