/** Who asks the release service. One function, behind which another kind of identity, such as that of a CI system, can join. */
import type { Queryable } from '../../database/kysely';
import { hashToken } from '../../plugins/session';

/** What a caller may release. */
export interface ReleaseIdentity {
  tokenId: number;
  team: string;
  /** 'host' and names of remotes. */
  apps: readonly string[];
  /** '*' is each channel. */
  channels: readonly string[];
  /** The largest rollout, in percent; 0: none. */
  mostPercent: number;
  /** Whether it may release to all visitors. */
  isForAll: boolean;
}

export interface Refusal {
  refusal: string;
  /** Of a token that this site has, and that ended. */
  team?: string;
}

/** Begins each token, so that a leaked one is recognized, and none is taken for a session. */
export const TOKEN_PREFIX = 'fhr_';
const BEARER = /^Bearer (fhr_[\w-]{43})$/i;

type Found = ReleaseIdentity | Refusal;

/**
 * Tells who asks, with one question to the database at a time: a release sends many files at once, and guests need the other
 * connections. Requests with one token that wait share the next question, which begins after each of them, so that a token that
 * was revoked is refused at once.
 */
export function identifying(ask: (authorization: string) => Promise<Found>) {
  const waiting = new Map<string, Promise<Found>>();
  let last: Promise<unknown> = Promise.resolve();
  return (authorization = ''): Promise<Found> => {
    const known = waiting.get(authorization);
    if (known) return known;
    const found = last.then(() => {
      waiting.delete(authorization);
      return ask(authorization);
    });
    waiting.set(authorization, found);
    last = found.catch(() => {});
    return found;
  };
}

/** @param authorization the header of the request */
export async function identify(db: Queryable, now: Date, authorization: string): Promise<Found> {
  const token = BEARER.exec(authorization)?.[1];
  if (!token) return { refusal: 'Send a release token of this site as a bearer token (RELEASE_TOKEN).' };
  const row = await db
    .selectFrom('release_tokens')
    .select(['id', 'team', 'apps', 'channels', 'most_percent', 'is_for_all', 'expires_at', 'revoked_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return { refusal: 'This site has no such release token.' };
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
  };
}
