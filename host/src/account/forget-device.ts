import { removeLocal } from 'shared-contracts/local-keys';

/** What a log-out leaves on the device for the next time: the phone, and what was last chosen at each vendor. */
export function forgetDevice(): void {
  removeLocal('phone');
  try {
    const { localStorage } = window;
    for (const name of Object.keys(localStorage)) {
      if (/^vendors\.\d+\./.test(name)) localStorage.removeItem(name);
    }
  } catch {
    // Refused, so nothing was stored either.
  }
}
