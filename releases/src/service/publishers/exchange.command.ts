/** Exchanges the identity token of a CI system for a release token that is valid for one release and a few minutes. */
import { createHash, randomBytes } from 'node:crypto';
import { inTransaction, type Trx } from 'core/database/kysely';
import type { Database, ReleasePublishersTable } from 'core/database/types';
import { hashToken } from 'core/http/session';
import { decodeJwt, type JWTPayload } from 'jose';
import type { Insertable, Selectable } from 'kysely';
import type { ReleasesDeps } from '../../deps';
import { type Refusal, TOKEN_PREFIX } from '../identity';
import { type IdentityIssuers, IdentityRefused } from './identity-issuers';
import { runOf } from './run-claims';

/** The time that a run has to send its files and to release, in milliseconds. */
const LIFETIME_MS = 15 * 60_000;

const NOT_TRUSTED = 'This site trusts no workflow of the issuer of this identity token.';

type Publisher = Selectable<ReleasePublishersTable>;

export interface Exchanged {
  token: string;
  team: string;
  expires_at: string;
}

/**
 * @param input the identity token, and the apps that the run wants to release
 * @returns the release token, or the reason why there is none
 * @throws ApiError 503 if the keys of the issuer cannot be read
 */
export async function exchangeIdentity(
  { db, clock, config }: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>,
  issuers: IdentityIssuers,
  { identity, apps }: { identity: string; apps: readonly string[] },
): Promise<Exchanged | Refusal> {
  const now = clock.now();
  const issuer = issuerOf(identity);
  // Only issuers that an operator has named are asked for their keys.
  const publishers = await db
    .selectFrom('release_publishers')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('removed_at', 'is', null)
    // A publisher that names an environment allows what its other jobs may not.
    .orderBy('environment', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  if (publishers.length === 0) return { refusal: NOT_TRUSTED };
  let claims: JWTPayload;
  try {
    claims = await issuers.verify(identity, { issuer, audience: new URL(config.siteUrl).origin, now });
  } catch (error) {
    if (error instanceof IdentityRefused) return { refusal: error.message };
    throw error;
  }
  const found = chooseFor(publishers, { claims, apps });
  if ('refusal' in found) return found;
  const { publisher, run } = found;
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  const { team, channels, most_percent, may_stage } = publisher;
  const expires_at = new Date(now.getTime() + LIFETIME_MS);
  const row = {
    ...{ team, channels, most_percent, may_stage, expires_at },
    token_hash: hashToken(token),
    apps: [...apps],
    is_for_all: false,
    created_at: now,
    created_by: null,
    publisher_id: publisher.id,
    identity_hash: createHash('sha256').update(`${issuer}\n${claims.jti}`).digest(),
    run: JSON.stringify(run),
  };
  const outcome = await inTransaction(db, (trx) => store(trx, row));
  if (outcome === 'used') return { team, refusal: 'This identity token was used already. Each is for one release.' };
  if (outcome === 'removed') return { refusal: NOT_TRUSTED };
  return { token, team, expires_at: expires_at.toISOString() };
}

/** Stores a token, unless its publisher was removed meanwhile: a removal ends the tokens that are stored before it. */
async function store(
  trx: Trx,
  row: Insertable<Database['release_tokens']> & { publisher_id: number },
): Promise<'stored' | 'used' | 'removed'> {
  const publisher = await trx
    .selectFrom('release_publishers')
    .select('id')
    .where('id', '=', row.publisher_id)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!publisher) return 'removed';
  const stored = await trx
    .insertInto('release_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('identity_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored ? 'stored' : 'used';
}

/** Reads the issuer of a token that is not verified yet. It is empty for a text that is no token. */
function issuerOf(identity: string): string {
  try {
    return decodeJwt(identity).iss ?? '';
  } catch {
    return '';
  }
}

/** Finds the publisher whose run this is. @returns the refusal by the publisher of this repository, if there is one */
function chooseFor(
  publishers: readonly Publisher[],
  { claims, apps }: { claims: JWTPayload; apps: readonly string[] },
) {
  const repositories = [claims.repository_id, claims.project_id];
  const own = publishers.filter(({ repository_id }) => repositories.includes(repository_id));
  const candidates = own.length > 0 ? own : publishers;
  let refusal: Refusal | undefined;
  for (const publisher of candidates) {
    const team = own.includes(publisher) ? { team: publisher.team } : {};
    const run = runOf(publisher, claims);
    const foreign = apps.filter((app) => !publisher.apps.includes(app));
    if ('refusal' in run) refusal ??= { ...team, ...run };
    else if (foreign.length === 0) return { publisher, run };
    else
      refusal = {
        ...team,
        refusal: `The workflow ${publisher.workflow} of ${publisher.repository} is not for ${foreign.join(', ')}.`,
      };
  }
  return refusal as Refusal;
}
