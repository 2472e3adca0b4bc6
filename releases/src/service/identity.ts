/**
 * Identifies the caller of the release service: a team by its token, a run of a CI system by the token that it was given, and at the desk a
 * person of a team (members/member-identity.ts).
 */

import type { Queryable } from 'core/database/kysely';
import type { CiRun, Database } from 'core/database/types';
import { ApiError } from 'core/errors';
import { hashToken } from 'core/http/session';
import type { Selectable } from 'kysely';

/** The caller's rights. */
export interface ReleaseIdentity {
  /** Null for a person. */
  tokenId: number | null;
  /** The person's account. Null for a token. */
  userId: number | null;
  team: string;
  /** 'host' and names of remotes. */
  apps: readonly string[];
  /** '*' means every channel. */
  channels: readonly string[];
  /** The largest rollout, in percent. 0 means none. */
  mostPercent: number;
  /** True when it may release to all visitors. */
  isForAll: boolean;
  /** True when it may stage a release for any visitors. */
  mayStage: boolean;
  /** The origins, besides its developers' own computers, from which a remote may run. */
  overrideOrigins: readonly string[];
  /** The time at which the token ends by itself. */
  expiresAt: Date;
  /** The run of a CI system whose token is for one release. Null for a team's own token. */
  run: CiRun | null;
}

/** The rights of a token. */
export type TokenIdentity = ReleaseIdentity & { tokenId: number };

export interface Refusal {
  refusal: string;
  /** The team of an ended token of this site. */
  team?: string;
}

/** The beginning of each token. It makes a leaked token recognizable, and no token can be taken for a session. */
export const TOKEN_PREFIX = 'fhr_';
const BEARER = /^Bearer (fhr_[\w-]{43})$/i;

/** The most different tokens that may wait for the database. */
const MOST_WAITING = 500;
/** The same limit for addresses that used up their refusals. */
const MOST_DOUBTED = 20;

type Found = TokenIdentity | Refusal;

/**
 * Returns a function that identifies callers with one database query at a time. A release sends many files at once, and guests need the
 * other connections. Waiting requests with the same token share the next query. It begins after all of them, so a token that was revoked is
 * refused at once.
 * @param most the most different tokens that may wait; a further one is refused with ApiError 503
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
 * Does the same as `identifying` with two queues. An address that used up its refusals waits in a short queue of its own. So its tokens do
 * not delay the other teams, and a valid token at a shared address is still accepted.
 */
export function identifyingInQueues(
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
export async function identifyToken(db: Queryable, now: Date, token: string): Promise<Found> {
  const row = await db
    .selectFrom('release_tokens')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row ? identityOf(row, now) : { refusal: 'This site has no such release token.' };
}

/** Identifies the token of an earlier grant. */
export async function identifyById(db: Queryable, now: Date, id: number): Promise<Found> {
  const row = await db.selectFrom('release_tokens').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? identityOf(row, now) : { refusal: 'This site has no such release token.' };
}

/** Returns the rights of a stored token, or the reason if it has ended. */
export function identityOf(row: Selectable<Database['release_tokens']>, now: Date): Found {
  const { team } = row;
  if (row.revoked_at) return { team, refusal: `The release token of ${team} was revoked.` };
  if (row.expires_at <= now) {
    return { team, refusal: `The release token of ${team} expired on ${row.expires_at.toISOString().slice(0, 10)}.` };
  }
  if (row.spent_at) return { team, refusal: SPENT };
  return {
    tokenId: row.id,
    userId: null,
    team,
    apps: row.apps,
    channels: row.channels,
    mostPercent: row.most_percent,
    isForAll: row.is_for_all,
    mayStage: row.may_stage,
    overrideOrigins: row.override_origins,
    expiresAt: row.expires_at,
    run: row.run,
  };
}

/** The refusal of a further request with the token of a run. */
export const SPENT = 'This token was for one release, which was asked for already.';
