/**
 * Makes a random Idempotency-Key without randomUUID, which is missing outside of a secure context: a tablet may open the site by its address
 * in the local network.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
