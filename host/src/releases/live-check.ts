/** Verifies for an open page that what the pointer names is live. */
import { loadVerification } from './load-verification';
import { setOverdue } from './overdue';
import { readMemory } from './verified-memory';
import type { LiveOptions } from './verify-live';

/** A timestamp is signed again every half hour, and a site may learn of another one a little later. */
const AGAIN_MS = 600_000;

/**
 * Makes the check of a page. It requests nothing if the site has no root, and if the named snapshot was verified in the last ten minutes.
 * @returns tells whether a snapshot is the verified one. It never rejects
 */
export function createLiveCheck(options: () => LiveOptions): (name: string) => Promise<boolean> {
  let checkedAt = 0;
  let live: string | undefined;
  return async (name) => {
    if (!options().root && !readMemory(options())) return true;
    if (name === live && Date.now() - checkedAt < AGAIN_MS) return true;
    const verification = await loadVerification().catch(() => undefined);
    if (!verification) return false;
    try {
      ({ name: live } = await verification.verifyLive(options()));
      checkedAt = Date.now();
      setOverdue(false);
    } catch (error) {
      console.warn('What is live could not be verified', error);
      live = undefined;
      setOverdue(verification.isOverdue(options()));
    }
    return name === live;
  };
}
