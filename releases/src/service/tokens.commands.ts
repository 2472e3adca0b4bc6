/** Operators of the site make and revoke release tokens. */
import { randomBytes } from 'node:crypto';
import { inTransaction, type Trx } from 'core/database/kysely';
import type { Database } from 'core/database/types';
import { notFound } from 'core/errors';
import { hashToken, type Session } from 'core/http/session';
import type { Selectable } from 'kysely';
import type { ReleasesDeps } from '../deps';
import { TOKEN_PREFIX } from './identity';

type Stored = Pick<ReleasesDeps, 'db' | 'clock'>;

export interface TokenGrant {
  team: string;
  apps: string[];
  channels: string[];
  most_percent: number;
  is_for_all: boolean;
  may_stage: boolean;
  override_origins: string[];
  /** The days from now until the token ends. */
  days: number;
}

export interface ReleaseToken extends Omit<TokenGrant, 'days'> {
  id: number;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

const DAY_MS = 24 * 3_600_000;

export async function tokensOf({ db }: Pick<ReleasesDeps, 'db'>): Promise<ReleaseToken[]> {
  const rows = await db
    .selectFrom('release_tokens')
    .selectAll()
    // The tokens of CI runs end by themselves.
    .where('publisher_id', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(shown);
}

/** @returns the token itself, which is not stored, and its rights */
export function createToken(
  { db, clock }: Stored,
  session: Session,
  { days, ...grant }: TokenGrant,
): Promise<ReleaseToken & { token: string }> {
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const row = await trx
      .insertInto('release_tokens')
      .values({
        ...grant,
        token_hash: hashToken(token),
        created_at: now,
        created_by: session.user.id,
        expires_at: new Date(now.getTime() + days * DAY_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const made = shown(row);
    await note(trx, { at: now, session, action: 'release-token.created', made });
    return { ...made, token };
  });
}

/** Ends the token: the next request with it is refused. @throws ApiError 404 if there is no such token, or it was revoked before */
export function revokeToken({ db, clock }: Stored, session: Session, id: number): Promise<ReleaseToken> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('release_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('Release token not found.');
    const made = shown(row);
    await note(trx, { at: now, session, action: 'release-token.revoked', made });
    return made;
  });
}

function shown(row: Selectable<Database['release_tokens']>): ReleaseToken {
  const { id, team, apps, channels, most_percent, is_for_all, may_stage, override_origins } = row;
  const { created_at, expires_at, revoked_at } = row;
  const times = { created_at: created_at.toISOString(), expires_at: expires_at.toISOString() };
  return {
    id,
    team,
    apps,
    channels,
    most_percent,
    is_for_all,
    may_stage,
    override_origins,
    ...times,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

async function note(
  trx: Trx,
  { at, session, action, made }: { at: Date; session: Session; action: string; made: ReleaseToken },
): Promise<void> {
  const { team, ...grant } = made;
  const subject = `token ${made.id} of ${team}`;
  await trx
    .insertInto('audit_log')
    .values({ at, actor_id: session.user.id, action, subject, after: JSON.stringify({ team, ...grant }) })
    .execute();
}
