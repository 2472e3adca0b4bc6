/** Texts that this site gives to a browser and takes back: signed with a secret that its processes share, each for one purpose. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sharedSecret } from 'core/database/shared-secret';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';

/** A text that was signed for one purpose counts for no other: the text of a link is no cookie. */
export type Purpose = 'link' | 'cookie' | 'channel' | 'cleared';

export class SignedTexts {
  private secret: Promise<Buffer> | undefined;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'config'>) {}

  /** @returns the value with its signature: characters that a cookie and an address can have */
  async sign(value: object, purpose: Purpose): Promise<string> {
    // A copy of the database has the same secret, and another address.
    const content = { ...value, site: this.deps.config.siteUrl };
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${text}.${await this.signatureOf(text, purpose)}`;
  }

  /** @returns the value; undefined if this site did not sign it for this purpose */
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
      // Read again with the next text.
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
