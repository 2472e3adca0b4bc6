/** Verifies identity tokens of CI systems by the keys that their issuers publish (OpenID Connect Discovery). */
import { ApiError } from 'core/errors';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';

/** The algorithms of the known issuers. None of them uses a shared secret. */
const ALGORITHMS = ['RS256', 'ES256'];
const TIMEOUT_MS = 5_000;
/** The time after which the keys of an issuer are read again, in milliseconds. A key that the site does not know is looked for at once. */
const KEYS_MS = 10 * 60_000;
/** The least time between two searches for an unknown key, in milliseconds. */
const PAUSE_MS = 1_000;
/** The largest difference between the clocks of the issuer and the site, in seconds. */
const TOLERANCE_S = 30;
/** A GitLab job gets its token when it begins, and releases after its build. */
const MOST_AGE_S = 3_600;

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }) });

/** A token that is refused, with the reason in a sentence. */
export class IdentityRefused extends Error {}

export class IdentityIssuers {
  private readonly issuers = new Map<string, { keys: JWTVerifyGetKey; readAt: number }>();

  /**
   * @param expected the issuer, which the caller trusts, the address of this site, and the time
   * @returns the claims
   * @throws {IdentityRefused} with the reason
   * @throws ApiError 503 if the issuer does not respond as an issuer does
   */
  async verify(token: string, expected: { issuer: string; audience: string; now: Date }): Promise<JWTPayload> {
    const { issuer, audience, now } = expected;
    const keys = await this.keysOf(issuer);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        currentDate: now,
        clockTolerance: TOLERANCE_S,
        maxTokenAge: MOST_AGE_S,
        requiredClaims: ['sub', 'exp', 'iat', 'jti'],
      });
      // A token for several sites could be passed on from one to another.
      if ([payload.aud].flat().length > 1) throw new IdentityRefused(OTHER_AUDIENCE(audience));
      return payload;
    } catch (error) {
      throw refusalOf(error, expected);
    }
  }

  private async keysOf(issuer: string): Promise<JWTVerifyGetKey> {
    const known = this.issuers.get(issuer);
    if (known && Date.now() - known.readAt < KEYS_MS) return known.keys;
    const address = await keysAddressOf(issuer).catch((error: unknown) => {
      throw unreachable(issuer, error);
    });
    const options = { cooldownDuration: PAUSE_MS, cacheMaxAge: KEYS_MS, timeoutDuration: TIMEOUT_MS };
    const keys = createRemoteJWKSet(address, options);
    this.issuers.set(issuer, { keys, readAt: Date.now() });
    return keys;
  }
}

/** Reads the address of an issuer's keys. @throws if its document is of another issuer, or does not name an address with https */
async function keysAddressOf(issuer: string): Promise<URL> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it responded with ${response.status}`);
  const metadata = metadataSchema.parse(await response.json());
  if (metadata.issuer !== issuer) throw new Error('its document names another issuer');
  return new URL(metadata.jwks_uri);
}

const OTHER_AUDIENCE = (audience: string) => `The identity token is not for ${audience} alone.`;

const unreachable = (issuer: string, cause: unknown) =>
  new ApiError(503, 'ISSUER_UNREACHABLE', `The keys of ${issuer} cannot be read. Try again later.`, { cause });

/** Returns the error to throw for one of the library. */
function refusalOf(error: unknown, { issuer, audience }: { issuer: string; audience: string }): unknown {
  if (error instanceof errors.JWTExpired) return new IdentityRefused('The identity token has expired.');
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    if (claim === 'aud') return new IdentityRefused(OTHER_AUDIENCE(audience));
    if (claim === 'nbf' || claim === 'iat') return new IdentityRefused('The identity token is not valid yet.');
    return new IdentityRefused(`The claim ${claim} of the identity token is not valid.`);
  }
  const isOfToken = [
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSMultipleMatchingKeys,
    errors.JWKSNoMatchingKey,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JWTInvalid,
  ].some((kind) => error instanceof kind);
  if (isOfToken) return new IdentityRefused(`${issuer} has not signed the identity token.`);
  return error instanceof IdentityRefused ? error : unreachable(issuer, error);
}
