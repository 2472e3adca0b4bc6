/**
 * A file of the registry was not signed with a trusted key, or is older than one seen before. The message names it; it
 * was not used.
 */
export class NotReleased extends Error {
  override readonly name = 'NotReleased';
}

/** A pointer is older than one that this browser has seen. */
export class OlderThanSeen extends NotReleased {}
