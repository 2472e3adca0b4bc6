/** The codes of authenticator apps: six digits that change every 30 seconds (RFC 6238). */
import * as OTPAuth from 'otpauth';

const STEP_S = 30;
/** A phone's clock may be wrong by one step, and a code is typed in the next one. */
const SKEW_STEPS = 1;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

export const newSecret = (): Buffer => Buffer.from(new OTPAuth.Secret({ size: SECRET_BYTES }).bytes);

const appOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}) =>
  new OTPAuth.TOTP({ ...names, period: STEP_S, secret: new OTPAuth.Secret({ buffer: new Uint8Array(secret).buffer }) });

/** @returns the secret as a person types it, and the address that a QR code contains */
export function authenticatorAddress(
  secret: Buffer,
  { site, email }: { site: string; email: string },
): { secret: string; uri: string } {
  const app = appOf(secret, { issuer: site, label: email });
  return { secret: app.secret.base32, uri: app.toString() };
}

/** @returns the time step whose code this is, at most one step from now; null for a wrong code */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: now.getTime(), window: SKEW_STEPS });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_S) + delta;
}

/** The code of a moment, for tests. */
export const codeAt = (secret: Buffer, at: Date): string => appOf(secret).generate({ timestamp: at.getTime() });
