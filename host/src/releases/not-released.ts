/**
 * A file of the registry was not signed with a trusted key, or is older than one seen before. The message names it; it
 * was not used.
 */
export class NotReleased extends Error {
  override readonly name = 'NotReleased';
}
