/**
 * Identifies the caller of the release service. Another kind of identity, such as that of a CI system, can join behind this one function.
 */

import type { Queryable } from 'core/database/kysely';
import type { Database } from 'core/database/types';
import { ApiError } from 'core/errors';
import { hashToken } from 'core/http/session';
import type { Selectable } from 'kysely';

/** The rights of a caller to release. */
export interface ReleaseIdentity {
  tokenId: number;
  team: string;
  /** 'host' and names of remotes. */
  apps: readonly string[];
  /** '*' is each channel. */
  channels: readonly string[];
  /** The largest rollout, in percent; 0: none. */
  mostPercent: number;
  /** True when it may release to all visitors. */
  isForAll: boolean;
  /** The origins from which its developers may run a remote, besides their own computers. */
  overrideOrigins: readonly string[];
  /** When it ends by itself. */
  expiresAt: Date;
}

export interface Refusal {
  refusal: string;
  /** The team of a token of this site that has ended. */
  team?: string;
}

/** Begins each token, so that a leaked one is recognized, and none is taken for a session. */
export const TOKEN_PREFIX = 'fhr_';
const BEARER = /^Bearer (fhr_[\w-]{43})$/i;

/** Different tokens that wait for the database. */
const MOST_WAITING = 500;
/** The same, of addresses that used up their refusals. */
const MOST_DOUBTED = 20;

type Found = ReleaseIdentity | Refusal;

/**
 * Tells who asks, with one question to the database at a time: a release sends many files at once, and guests need the other
 * connections. Requests with one token that wait share the next question, which begins after each of them, so that a token that
 * was revoked is refused at once.
 * @param most different tokens that may wait; another one is refused with ApiError 503
 */
export function identifying(ask: (authorization: string) => Promise<Found>, most = MOST_WAITING) {
  const waiting = new Map<string, Promise<Found>>();
  let last: Promise<unknown> = Promise.resolve();
  return (authorization = ''): Promise<Found> => {
    const known = waiting.get(authorization);
    if (known) return known;
    if (waiting.size >= most)
      return Promise.reject(
        new ApiError(503, 'BUSY', 'Many release tokens are being checked right now. Please try again.', {
          retryAfter: 2,
        }),
      );
    const identified = last.then(() => {
      waiting.delete(authorization);
      return ask(authorization);
    });
    waiting.set(authorization, identified);
    last = identified.catch(() => {});
    return identified;
  };
}

/**
 * As `identifying`, in two lines: an address that used up its refusals waits in a short one of its own. So its tokens do not delay
 * the other teams, and a real token at a shared address is still taken.
 */
export function identifyingInLines(
  ask: (authorization: string) => Promise<Found>,
  isUsedUp: (address: string) => boolean,
) {
  const trusted = identifying(ask);
  const doubted = identifying(ask, MOST_DOUBTED);
  return (address: string, authorization?: string): Promise<Found> =>
    (isUsedUp(address) ? doubted : trusted)(authorization);
}

/** @param authorization the header of the request */
export async function identify(db: Queryable, now: Date, authorization: string): Promise<Found> {
  const token = BEARER.exec(authorization)?.[1];
  if (!token) return { refusal: 'Send a release token of this site as a bearer token (RELEASE_TOKEN).' };
  return identifyToken(db, now, token);
}

/** @param token the token itself */
export async function identifyToken(db: Queryable, now: Date, token: string): Promise<ReleaseIdentity | Refusal> {
  const row = await db
    .selectFrom('release_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row ? identityOf(row, now) : { refusal: 'This site has no such release token.' };
}

/** The token of what was granted with it before. */
export async function identifyById(db: Queryable, now: Date, id: number): Promise<ReleaseIdentity | Refusal> {
  const row = await db.selectFrom('release_tokens').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? identityOf(row, now) : { refusal: 'This site has no such release token.' };
}

/** The rights of a stored token, while it has not ended. */
export function identityOf(row: Selectable<Database['release_tokens']>, now: Date): ReleaseIdentity | Refusal {
  const { team } = row;
  if (row.revoked_at) return { team, refusal: `The release token of ${team} was revoked.` };
  if (row.expires_at <= now) {
    return { team, refusal: `The release token of ${team} expired on ${row.expires_at.toISOString().slice(0, 10)}.` };
  }
  return {
    tokenId: row.id,
    team,
    apps: row.apps,
    channels: row.channels,
    mostPercent: row.most_percent,
    isForAll: row.is_for_all,
    overrideOrigins: row.override_origins,
    expiresAt: row.expires_at,
  };
}
