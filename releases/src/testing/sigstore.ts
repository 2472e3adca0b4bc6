/** Reads provenance with Sigstore's verifier, which knows nothing of this project. */
import { createPublicKey } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import type { Key } from '@tufjs/models';

const NO_AUTHORITIES = { mediaType: '', tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] };
/** The key is known, so no log and no certificate has to vouch for it. */
const NONE_NEEDED = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 };

/** The fields of a statement that tests look at. */
export interface ReadStatement {
  subject: { name: string; digest: { sha256: string } }[];
  predicateType: string;
  predicate: {
    buildDefinition: {
      buildType: string;
      externalParameters: Record<string, string>;
      resolvedDependencies: { name?: string; digest?: Record<string, string> }[];
    };
  };
}

/**
 * Verifies the first signature of a DSSE envelope.
 * @returns the statement
 * @throws if the key did not sign it
 */
export function statementBySigstore(envelope: string, { keyID, keyVal }: Key): ReadStatement {
  const x = Buffer.from(keyVal.public ?? '', 'hex').toString('base64url');
  const spki = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).export({
    format: 'der',
    type: 'spki',
  });
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: keyID }, tlogEntries: [] },
    dsseEnvelope: JSON.parse(envelope),
  });
  const keys = { [keyID]: { rawBytes: spki, keyDetails: 7, validFor: undefined } };
  new Verifier(toTrustMaterial(NO_AUTHORITIES, keys), NONE_NEEDED).verify(toSignedEntity(bundle));
  if (bundle.content.$case !== 'dsseEnvelope') throw new Error('Sigstore read something else than an envelope.');
  return JSON.parse(bundle.content.dsseEnvelope.payload.toString());
}
