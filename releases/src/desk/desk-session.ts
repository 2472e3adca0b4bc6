/**
 * Identifies who is at the desk: a browser is signed in with a release token, for as long as the token is valid, or in the name of a person
 * of a team.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hashToken } from 'core/http/session';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { identityOf, type Refusal, type ReleaseIdentity } from '../service/identity';
import { identifyMember } from '../service/members/member-identity';
import { DESK } from './address';

const COOKIE = 'desk';
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`);
/** A session lasts for a working day, in milliseconds. */
const LIFETIME_MS = 8 * 3_600_000;

const outcomeSchema = z.object({ isRefused: z.boolean(), sentence: z.string() });
/** The outcome of an action. */
export type Outcome = z.output<typeof outcomeSchema>;

export interface DeskSession {
  id: number;
  identity: ReleaseIdentity;
  /** Each form contains this token. Another site cannot compute it, since it is derived from the cookie. */
  formToken: string;
}

export class DeskSessions {
  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>) {}

  /**
   * Signs the browser in, and deletes sessions that have ended.
   * @param passkeyId the passkey that the person used. The session ends when the account loses it
   */
  async open(
    reply: FastifyReply,
    { tokenId, userId }: Pick<ReleaseIdentity, 'tokenId' | 'userId'>,
    passkeyId: number | null = null,
  ): Promise<void> {
    const { db, clock } = this.deps;
    const value = randomBytes(32).toString('base64url');
    const now = clock.now();
    await db.deleteFrom('desk_sessions').where('expires_at', '<=', now).execute();
    await db
      .insertInto('desk_sessions')
      .values({
        session_hash: hashToken(value),
        release_token_id: tokenId,
        user_id: userId,
        passkey_id: passkeyId,
        created_at: now,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
        outcome: null,
      })
      .execute();
    this.setCookie(reply, value, LIFETIME_MS / 1000);
  }

  /**
   * Finds the session of a browser.
   * @param cookies the header of the request
   * @returns null if the browser never signed in, or a sentence if its session has ended
   */
  async find(cookies: string | undefined): Promise<DeskSession | string | null> {
    const value = VALUE.exec(cookies ?? '')?.[1];
    if (!value) return null;
    const { db, clock } = this.deps;
    const now = clock.now();
    const session = await db
      .selectFrom('desk_sessions')
      .select(['id', 'release_token_id', 'user_id', 'expires_at'])
      .where('session_hash', '=', hashToken(value))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!session) return 'Your session has ended.';
    const identity =
      session.user_id === null
        ? await this.tokenOf(session.release_token_id, now)
        : await identifyMember(db, session.user_id, session.expires_at);
    if ('refusal' in identity) return identity.refusal;
    return { id: session.id, identity, formToken: formTokenOf(value) };
  }

  private async tokenOf(id: number | null, now: Date): Promise<ReleaseIdentity | Refusal> {
    const token = await this.deps.db
      .selectFrom('release_tokens')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return identityOf(token, now);
  }

  async close(reply: FastifyReply, { id }: DeskSession): Promise<void> {
    await this.deps.db.deleteFrom('desk_sessions').where('id', '=', id).execute();
    this.setCookie(reply, '', 0);
  }

  /** Stores a message for the next page of this browser. */
  async keepOutcome({ id }: DeskSession, outcome: Outcome): Promise<void> {
    await this.deps.db
      .updateTable('desk_sessions')
      .set({ outcome: JSON.stringify(outcome) })
      .where('id', '=', id)
      .execute();
  }

  /** @returns the stored message, which no later page gets */
  async takeOutcome({ id }: DeskSession): Promise<Outcome | null> {
    const { db } = this.deps;
    const row = await db.selectFrom('desk_sessions').select('outcome').where('id', '=', id).executeTakeFirst();
    if (!row?.outcome) return null;
    await db.updateTable('desk_sessions').set({ outcome: null }).where('id', '=', id).execute();
    return outcomeSchema.parse(row.outcome);
  }

  private setCookie(reply: FastifyReply, value: string, seconds: number): void {
    const isEncrypted = this.deps.config.siteUrl.startsWith('https:');
    const parts = [`${COOKIE}=${value}`, `Path=${DESK}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Strict'];
    reply.header('set-cookie', [...parts, ...(isEncrypted ? ['Secure'] : [])].join('; '));
  }
}

const formTokenOf = (value: string) => createHash('sha256').update(`form ${value}`).digest('base64url');
