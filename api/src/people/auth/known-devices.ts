/**
 * Recognizes browsers that have signed in to an account before (docs/decisions/sign-in.md). Each has a cookie that no script reads: a random id,
 * and for each of the latest accounts a signature of the id and the account. The cookie signs nobody in. It only gives the browser separate
 * limits.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sharedSecret } from 'core/database/shared-secret';
import { networksOf } from 'core/http/client-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '../../deps';
import type { Visitor } from './attempt-limits';

/** The most accounts of one browser, the latest first. A tablet at a counter may have signed in many people. */
const ACCOUNTS = 5;
/** The longest time that browsers keep a cookie. Each sign-in restarts it. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;
const ID = '[\\w-]{22}';

interface Device {
  id: string;
  signatures: readonly string[];
}

export class KnownDevices {
  private readonly name: string;
  private readonly isEncrypted: boolean;
  private readonly pattern: RegExp;
  private secret: Promise<Buffer> | undefined;

  constructor(private readonly deps: Pick<Deps, 'db' | 'config'>) {
    this.isEncrypted = deps.config.siteUrl.startsWith('https:');
    // A browser accepts `__Host-` only from this host: a neighbour such as preview.hall.example cannot set it.
    this.name = this.isEncrypted ? '__Host-device' : 'device';
    this.pattern = new RegExp(`(?:^|;\\s*)${this.name}=(${ID})((?:\\.${ID}){1,${ACCOUNTS}})(?=;|$)`);
  }

  /** Identifies the visitor who acts on the account with this email. */
  async visitorOf(request: FastifyRequest, email: string): Promise<Visitor> {
    const networks = networksOf(request.ip);
    const device = this.read(request);
    if (!device) return { networks };
    const expected = await this.signatureOf(device.id, email);
    if (expected === null) return { networks };
    const isKnown = device.signatures.some((signature) =>
      timingSafeEqual(Buffer.from(signature), Buffer.from(expected)),
    );
    return { networks, device: isKnown ? device.id : undefined };
  }

  /** Registers the browser as known for the account that it has signed in to. */
  async remember(request: FastifyRequest, reply: FastifyReply, email: string): Promise<void> {
    const { id, signatures } = this.read(request) ?? { id: randomBytes(16).toString('base64url'), signatures: [] };
    const signature = await this.signatureOf(id, email);
    if (signature === null) return;
    const all = [signature, ...signatures.filter((other) => other !== signature)].slice(0, ACCOUNTS);
    const secure = this.isEncrypted ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${this.name}=${[id, ...all].join('.')}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  private read(request: FastifyRequest): Device | null {
    const [, id, signatures = ''] = this.pattern.exec(request.headers.cookie ?? '') ?? [];
    return id === undefined ? null : { id, signatures: signatures.split('.').slice(1) };
  }

  /**
   * Returns the signature of an account, or null if there is none. It changes with the password, and when the owner of the email first proves
   * it: a stranger who used the account before is then no longer known.
   */
  private async signatureOf(id: string, email: string): Promise<string | null> {
    const account = await this.deps.db
      .selectFrom('users')
      .select(['id', 'password_hash', 'email_confirmed_at'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!account) return null;
    this.secret ??= this.readSecret();
    const text = JSON.stringify([id, email, account.id, account.password_hash, account.email_confirmed_at]);
    const signature = createHmac('sha256', await this.secret)
      .update(text)
      .digest();
    // 128 bits, so that the cookies of a request stay short.
    return signature.subarray(0, 16).toString('base64url');
  }

  private async readSecret(): Promise<Buffer> {
    try {
      const make = async () => randomBytes(32).toString('base64');
      return Buffer.from(z.string().parse(await sharedSecret(this.deps.db, 'known devices', make)), 'base64');
    } catch (error) {
      // The next request reads it again.
      this.secret = undefined;
      throw error;
    }
  }
}
