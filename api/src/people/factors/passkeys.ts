/** Makes and checks passkeys (WebAuthn) for the address of the site. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Config } from 'core/config';

interface Site {
  /** The host that a passkey is for. */
  rpID: string;
  origin: string;
}

/** Reads the host and the origin of passkeys from SITE_URL. */
function siteOf({ siteUrl }: Pick<Config, 'siteUrl'>): Site {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}

/** Browsers know passkeys only for a name with https, and for localhost. */
export function hasPasskeys({ siteUrl }: Pick<Config, 'siteUrl'>): boolean {
  const { protocol, hostname } = new URL(siteUrl);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname);
}

/** The options and responses of WebAuthn, which the browser's library makes and reads. */
type WebAuthn = Record<string, unknown>;

interface KnownPasskey {
  credential_id: Buffer;
  transports: string[];
}

const descriptorsOf = (passkeys: readonly KnownPasskey[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }));

/** @param token the challenge: 32 bytes in base64url, which the database knows as a step */
export async function registrationOptions(
  config: Config,
  input: { token: string; user: { id: number; name: string; email: string }; known: readonly KnownPasskey[] },
): Promise<WebAuthn> {
  const { user } = input;
  const options = await generateRegistrationOptions({
    rpName: new URL(config.siteUrl).host,
    rpID: siteOf(config).rpID,
    userName: user.email,
    userDisplayName: user.name,
    // An authenticator replaces the passkey of the same user, so the id does not change.
    userID: new TextEncoder().encode(`account ${user.id}`),
    challenge: bytesOf(input.token),
    excludeCredentials: descriptorsOf(input.known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options };
}

/** @param input `isAlone`: no other factor was given, so the passkey has to check the person. Without `known`, any passkey of the site answers */
export async function authenticationOptions(
  config: Config,
  input: { token: string; known: readonly KnownPasskey[]; isAlone?: boolean },
): Promise<WebAuthn> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(config).rpID,
    challenge: bytesOf(input.token),
    allowCredentials: descriptorsOf(input.known),
    userVerification: input.isAlone ? 'required' : 'preferred',
  });
  return { ...options };
}

const bytesOf = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'));

/** @returns the new passkey; null for a response that is not one, or not for this site and challenge */
export async function readRegistration(
  config: Config,
  response: WebAuthn,
  isChallenge: (challenge: string) => Promise<boolean>,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential'] | null> {
  const { rpID, origin } = siteOf(config);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // The email and its code or password were the first factor.
      requireUserVerification: false,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    // The library throws for every fault of a response.
    return null;
  }
}

/** @param input `isAlone` as of the question @returns the passkey's new count; null for a response that this passkey did not sign for this site and challenge */
export async function readAuthentication(
  config: Config,
  input: {
    response: WebAuthn;
    token: string;
    passkey: KnownPasskey & { public_key: Buffer; sign_count: number };
    isAlone?: boolean;
  },
): Promise<VerifiedAuthenticationResponse['authenticationInfo']['newCounter'] | null> {
  const { rpID, origin } = siteOf(config);
  const { credential_id, public_key, sign_count, transports } = input.passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: input.response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: input.token,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: credential_id.toString('base64url'),
        publicKey: new Uint8Array(public_key),
        counter: sign_count,
        transports,
      },
      requireUserVerification: input.isAlone === true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
