import { twice } from './verify';

/** @param text its UTF-8 bytes are hashed @returns 64 hex digits */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const { subtle } = globalThis.crypto ?? {};
  return hexOf(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : await hashed(bytes));
}

/** Browsers have no crypto.subtle outside of a secure context. */
async function hashed(bytes: Uint8Array): Promise<Uint8Array> {
  const hashes = await twice(() => import('@noble/hashes/sha2.js'));
  return hashes.sha256(bytes);
}

/** @example hexOf(Uint8Array.of(1, 255)) // '01ff' */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns undefined if the text is not of hex digits */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
