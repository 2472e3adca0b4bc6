/** Loaded only where the browser cannot verify by itself. */
import { hashes, verify as verifyEd25519 } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

export function verify(signature: Uint8Array, bytes: Uint8Array, key: Uint8Array): boolean {
  try {
    return verifyEd25519(signature, bytes, key);
  } catch {
    // Neither a key nor a signature.
    return false;
  }
}
