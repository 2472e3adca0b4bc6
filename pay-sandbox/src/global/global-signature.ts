import { createHash } from 'node:crypto';

const sha1 = (text: string) => createHash('sha1').update(text, 'utf8').digest('hex');

/** Computes GP-ECOM's signature: SHA-1 over the dot-joined values, and again over that hash with the secret appended. */
export function globalSignature(values: string[], secret: string): string {
  return sha1(`${sha1(values.join('.'))}.${secret}`);
}

/** Computes the hash that proves knowledge of the second password. */
export function refundSignature(password: string): string {
  return sha1(password);
}

/** Formats a time as YYYYMMDDHHMMSS in UTC. */
export function timestampOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}
