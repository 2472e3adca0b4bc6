/** Verifies Ed25519 signatures of releases. */

/**
 * Tells whether one of the keys signed the text.
 * @param text its UTF-8 bytes are the signed bytes
 * @param signature in base64
 * @param keys public keys, 32 bytes each in base64; one of them is enough
 */
export async function isSigned(text: string, signature: string, keys: readonly string[]): Promise<boolean> {
  const bytes = new TextEncoder().encode(text);
  const signatureBytes = fromBase64(signature);
  if (signatureBytes?.length !== 64) return false;
  for (const key of keys) {
    const keyBytes = fromBase64(key);
    if (keyBytes && (await isSignedBy(keyBytes, signatureBytes, bytes))) return true;
  }
  return false;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Tells whether a key signed the bytes. Browsers have no crypto.subtle outside of a secure context, and older ones do not support Ed25519. A
 * library verifies the signature there.
 */
export async function isSignedBy(key: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle) {
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => undefined);
    if (imported) return await subtle.verify('Ed25519', imported, signature, bytes);
  }
  const [{ hashes, verify }, { sha512 }] = await Promise.all([
    twice(() => import('@noble/ed25519')),
    twice(() => import('@noble/hashes/sha2.js')),
  ]);
  hashes.sha512 = sha512;
  try {
    return verify(signature, bytes, key);
  } catch {
    // These bytes are no key, or no signature.
    return false;
  }
}

/**
 * Loads a module again if the first attempt fails. The second attempt has another address, so a cached failure of the first one does not
 * matter.
 */
export const twice = <Module>(load: () => Promise<Module>) => load().catch(load);

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
