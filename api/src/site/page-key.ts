/** Holds the key that signs the page for the workers' caches. The key is in the database, so that all processes of a site have the same one. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sharedSecret } from 'core/database/shared-secret';
import { signedTextOf } from 'releases/model/page-signature';
import { z } from 'zod';
import type { Deps } from '../deps';

export class PageKey {
  private key: Promise<KeyObject> | undefined;

  constructor(private readonly db: Deps['db']) {}

  /** @returns the signature in base64, in the format of a browser's Web Crypto */
  async sign(headerOf: (name: string) => string, html: string): Promise<string> {
    const text = Buffer.from(signedTextOf(headerOf, html));
    return sign('sha256', text, { key: await this.read(), dsaEncoding: 'ieee-p1363' }).toString('base64');
  }

  /** @returns the public key as SubjectPublicKeyInfo, in base64 */
  async publicKey(): Promise<string> {
    return createPublicKey(await this.read())
      .export({ type: 'spki', format: 'der' })
      .toString('base64');
  }

  private read(): Promise<KeyObject> {
    this.key ??= this.find().catch((error: unknown) => {
      // The next page reads it again.
      this.key = undefined;
      throw error;
    });
    return this.key;
  }

  private async find(): Promise<KeyObject> {
    const make = async () =>
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    return createPrivateKey(z.string().parse(await sharedSecret(this.db, 'page key', make)));
  }
}
