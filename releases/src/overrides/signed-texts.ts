/**
 * Signs texts that this site gives to a browser and reads again later. All processes of the site share the secret, and each text is signed
 * for one purpose.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sharedSecret } from 'core/database/shared-secret';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';

/** The purpose of a text. A text that was signed for one purpose is invalid for any other, so a link cannot serve as a cookie. */
export type Purpose = 'link' | 'cookie' | 'channel' | 'cleared' | 'passkey' | 'provider';

export class SignedTexts {
  private secret: Promise<Buffer> | undefined;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'config'>) {}

  /** @returns the value with its signature, in characters that a cookie and an address may have */
  async sign(value: object, purpose: Purpose): Promise<string> {
    // A copy of the database has the same secret, but another address.
    const content = { ...value, site: this.deps.config.siteUrl };
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${await this.signatureOf(text, purpose)}`;
  }

  /** @returns the value, or undefined if this site did not sign it for this purpose */
  async open<Value>(signed: string, purpose: Purpose, schema: z.ZodType<Value>): Promise<Value | undefined> {
    const [text = '', signature = ''] = signed.split('.');
    if (!isSame(signature, await this.signatureOf(text, purpose))) return undefined;
    const { site, ...value } = z.looseObject({ site: z.string() }).parse(JSON.parse(decoded(text)));
    return site === this.deps.config.siteUrl ? schema.parse(value) : undefined;
  }

  private async signatureOf(text: string, purpose: Purpose): Promise<string> {
    this.secret ??= this.readSecret();
    return createHmac('sha256', await this.secret)
      .update(`${purpose} ${text}`)
      .digest('base64url');
  }

  private async readSecret(): Promise<Buffer> {
    try {
      const make = async () => randomBytes(32).toString('base64');
      return Buffer.from(z.string().parse(await sharedSecret(this.deps.db, 'override grants', make)), 'base64');
    } catch (error) {
      // The next text reads the secret again.
      this.secret = undefined;
      throw error;
    }
  }
}

const decoded = (text: string) => Buffer.from(text, 'base64url').toString('utf8');

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
