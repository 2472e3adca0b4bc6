/** Signed envelopes in the form of DSSE (Dead Simple Signing Envelope, version 1), with the Ed25519 keys of a registry. */
import { createPublicKey, verify } from 'node:crypto';
import type { Key } from '@tufjs/models';
import { z } from 'zod';
import type { Signer } from './tuf-signer';

/** The most signatures of an envelope. A role has fewer keys. */
const MOST_SIGNATURES = 8;

const envelopeSchema = z.object({
  payloadType: z.string().max(200),
  payload: z.base64(),
  signatures: z
    .array(z.object({ keyid: z.string().max(200).optional(), sig: z.base64().max(200) }))
    .max(MOST_SIGNATURES),
});

export interface Envelope {
  payloadType: string;
  /** The bytes that were signed. */
  payload: Buffer;
  signatures: readonly { keyid?: string | undefined; sig: string }[];
}

/** The bytes that a signature covers: the type and the payload, each after its length, so that neither can be taken for the other. */
const signedBytes = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** Signs a payload with each key. @returns the text of the envelope */
export function sealed(payloadType: string, payload: Buffer, signers: readonly Signer[]): string {
  const signatures = signers.map(({ key, sign }) => ({
    keyid: key.keyID,
    sig: Buffer.from(sign(signedBytes(payloadType, payload)).sig, 'hex').toString('base64'),
  }));
  return JSON.stringify({ payloadType, payload: payload.toString('base64'), signatures });
}

/** Reads an envelope, without a look at its signatures. @returns null if the text is none, or has more signatures than any of ours */
export function openedEnvelope(text: string): Envelope | null {
  try {
    const { payloadType, payload, signatures } = envelopeSchema.parse(JSON.parse(text));
    return { payloadType, payload: Buffer.from(payload, 'base64'), signatures };
  } catch {
    return null;
  }
}

/**
 * Finds the keys that signed an envelope. The id of a signature is a hint that no one has signed, so each key is tried.
 * @param keys in the form of The Update Framework
 */
export function keysThatSigned({ payloadType, payload, signatures }: Envelope, keys: readonly Key[]): Key[] {
  const data = signedBytes(payloadType, payload);
  return keys.filter((key) => {
    const publicKey = publicKeyOf(key);
    return signatures.some(({ sig }) => verify(null, data, publicKey, Buffer.from(sig, 'base64')));
  });
}

/** @param key with 32 bytes in hex */
function publicKeyOf({ keyVal }: Key) {
  const x = Buffer.from(keyVal.public ?? '', 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
