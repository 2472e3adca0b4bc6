import { site } from 'shared-contracts/site';

/** The key in session storage of this tab's overrides, by remote. */
export const OVERRIDES_KEY = 'remote_overrides';

/** How long a tap waits for the server, in milliseconds. */
const TIMEOUT_MS = 3_000;

/**
 * From the next page on, this tab runs what was released. What this browser was granted ends for all of its tabs; if the server does
 * not respond, it ends by itself.
 */
export async function endOverrides(): Promise<void> {
  window.sessionStorage.removeItem(OVERRIDES_KEY);
  const { api, overrides } = site();
  if (!overrides) return;
  const address = new URL(`${api}/registry/override`, window.location.origin);
  await fetch(address, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) =>
    console.warn('The override of this browser could not be ended', error),
  );
}
