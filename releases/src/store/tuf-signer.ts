/** Ed25519 keys in the form of The Update Framework. */
import crypto, { type KeyObject } from 'node:crypto';
import { canonicalize } from '@tufjs/canonical-json';
import { Key, Signature } from '@tufjs/models';

/** The length of the header before the 32 bytes of an Ed25519 public key in DER. */
const DER_PREFIX_LENGTH = 12;

/** Signs metadata. The private key may be elsewhere, such as in a hardware token. */
export interface Signer {
  key: Key;
  sign: (data: Buffer) => Signature;
}

/** @param publicKey 32 bytes in base64 */
export function keyOf(publicKey: string): Key {
  const form = {
    keytype: 'ed25519',
    scheme: 'ed25519',
    keyval: { public: Buffer.from(publicKey, 'base64').toString('hex') },
  };
  const keyId = crypto.createHash('sha256').update(canonicalize(form)).digest('hex');
  return Key.fromJSON(keyId, form);
}

/** @param privateKey an Ed25519 key */
export function signerOf(privateKey: KeyObject): Signer {
  const der = crypto.createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const key = keyOf(der.subarray(DER_PREFIX_LENGTH).toString('base64'));
  return {
    key,
    sign: (data) => new Signature({ keyID: key.keyID, sig: crypto.sign(null, data, privateKey).toString('hex') }),
  };
}
