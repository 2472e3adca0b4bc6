import type { Queryable, Trx } from 'core/database/kysely';
import type { SecondFactorsTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import type { SecondFactor } from 'shared-contracts/types';

type FactorRow = Selectable<SecondFactorsTable>;

/** A passkey has a credential and its public key. */
export type Passkey = FactorRow & { credential_id: Buffer; public_key: Buffer };
/** An authenticator app has a secret. */
export type Authenticator = FactorRow & { secret: Buffer };

export const isPasskey = (row: FactorRow): row is Passkey => row.kind === 'passkey';
export const isAuthenticator = (row: FactorRow): row is Authenticator => row.kind === 'authenticator';

/** Returns the factors of an account, the oldest first. */
export function factorsOf(db: Queryable, userId: number): Promise<FactorRow[]> {
  return db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Locks the account, so that changes of its factors and answers run one after the other, and reads the factors. */
export async function lockFactors(trx: Trx, userId: number): Promise<FactorRow[]> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return factorsOf(trx, userId);
}

export function presentFactor({ id, kind, name, created_at, last_used_at }: FactorRow): SecondFactor {
  return {
    id,
    kind,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

/** True if a hall that the person runs requires a second factor. */
export async function isFactorRequired(db: Queryable, userId: number): Promise<boolean> {
  const venue = await db
    .selectFrom('venue_operators')
    .innerJoin('venues', 'venues.id', 'venue_operators.venue_id')
    .select('venues.id')
    .where('venue_operators.user_id', '=', userId)
    .where('venues.requires_second_factor', '=', true)
    .executeTakeFirst();
  return venue !== undefined;
}
