/** Who asks the release service. One function, behind which another kind of identity, such as that of a CI system, can join. */
import type { Selectable } from 'kysely';
import type { Queryable } from '../../database/kysely';
import type { ReleaseTokensTable } from '../../database/types';
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
  /** Where its developers may run a remote from, besides their own computers. */
  overrideOrigins: readonly string[];
}

export interface Refusal {
  refusal: string;
  /** Of a token that this site has, and that ended. */
  team?: string;
}

/** Begins each token, so that a leaked one is recognized, and none is taken for a session. */
export const TOKEN_PREFIX = 'fhr_';
const BEARER = /^Bearer (fhr_[\w-]{43})$/i;

/** @param authorization the header of the request */
export async function identify(
  db: Queryable,
  now: Date,
  authorization: string | undefined,
): Promise<ReleaseIdentity | Refusal> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (!token) return { refusal: 'Send a release token of this site as a bearer token (RELEASE_TOKEN).' };
  const row = await db
    .selectFrom('release_tokens')
    .select(COLUMNS)
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return identityOf(row, now);
}

/** The token of what was granted with it before. */
export async function identifyById(db: Queryable, now: Date, id: number): Promise<ReleaseIdentity | Refusal> {
  return identityOf(await db.selectFrom('release_tokens').select(COLUMNS).where('id', '=', id).executeTakeFirst(), now);
}

const COLUMNS = [
  'id',
  'team',
  'apps',
  'channels',
  'most_percent',
  'is_for_all',
  'override_origins',
  'expires_at',
  'revoked_at',
] as const;

function identityOf(
  row: Pick<Selectable<ReleaseTokensTable>, (typeof COLUMNS)[number]> | undefined,
  now: Date,
): ReleaseIdentity | Refusal {
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
    overrideOrigins: row.override_origins,
  };
}
