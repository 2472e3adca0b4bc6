/** Lets a page run only what this browser has verified, once it has a memory of the site. */
import { sha256 } from 'releases/model/sha256';
import { loadVerification } from './load-verification';
import { OlderThanSeen } from './not-released';
import type { RegistrySnapshot } from './snapshot';
import { readMemory, writeMemory } from './verified-memory';
import type { LiveOptions } from './verify-live';

/** A snapshot whose signature was verified. */
export interface Opened {
  name: string;
  /** The snapshot's text, byte for byte. */
  text: string;
  registry: RegistrySnapshot;
}

/**
 * A first visit runs what the page contains. Later visits run it without a request if this browser has verified it. The worker responds with
 * its cached page until it has the next one, so such a page may have what this browser ran before.
 * @throws NotReleased if it is new to this browser and cannot be verified, and what was verified before cannot be read
 */
export async function openVerified(opened: Opened, options: LiveOptions): Promise<Opened> {
  const memory = readMemory(options);
  if (!memory) return opened;
  const isUnderWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  const hash = await sha256(opened.text);
  if (hash === memory.live.sha256 || (isUnderWorker && hash === memory.run)) {
    writeMemory(options, { ...memory, run: hash });
    return opened;
  }
  const { takeUp } = await loadVerification();
  const taken = await takeUp(opened, options, isUnderWorker);
  const next = readMemory(options);
  if (next) writeMemory(options, { ...next, run: await sha256(taken.text) });
  return taken;
}

/**
 * Opens what the metadata name, or what was verified last, in place of a registry that is older than one this browser has seen. A thief of
 * the registry's key can sign a later time, and the page of the site would never start again in such a browser.
 * @throws `refusal` if it has another reason, in a browser without a memory of the site, and if nothing can be verified
 */
export async function openInstead(refusal: unknown, options: LiveOptions): Promise<Opened> {
  if (!(refusal instanceof OlderThanSeen) || !readMemory(options)) throw refusal;
  const { verifiedNowOrLast } = await loadVerification();
  const verified = await verifiedNowOrLast(options);
  if (!verified) throw refusal;
  return verified;
}
