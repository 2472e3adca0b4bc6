/** Ends the overrides and the channel that this browser confirmed on a page of the server. */
import { site } from 'shared-contracts/site';

/** The key in session storage of this tab's overrides, by remote. */
export const OVERRIDES_KEY = 'remote_overrides';

/** How long a tap waits for the server, in milliseconds. */
const TIMEOUT_MS = 3_000;

/** From the next page on, this tab runs the released builds. The grants of this browser end for all of its tabs. */
export async function endOverrides(): Promise<void> {
  window.sessionStorage.removeItem(OVERRIDES_KEY);
  if (site().overrides) await end('override');
}

/** From the next page on, the visitor gets the releases of all visitors. */
export const leaveChannel = (): Promise<void> => end('channel');

/** If the server does not respond, a grant of an override ends by itself, and the badge of a channel stays for the next attempt. */
async function end(grant: 'override' | 'channel'): Promise<void> {
  const address = new URL(`${site().api}/registry/${grant}`, window.location.origin);
  await fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) =>
    console.warn(`The ${grant} of this browser could not be ended`, error),
  );
}
