/** Secrets that all processes of a database share, made by the first that needs one. */
import { sql } from 'kysely';
import type { Queryable } from './kysely';

/**
 * @param make what is stored where there is none; of processes that come at once one is first, and all get what it made
 * @returns what is stored
 */
export async function sharedSecret(db: Queryable, name: string, make: () => Promise<unknown>): Promise<unknown> {
  const find = () => db.selectFrom('shared_secrets').select('value').where('name', '=', name).executeTakeFirst();
  const stored = await find();
  if (stored) return stored.value;
  const value = JSON.stringify(await make());
  await db
    .insertInto('shared_secrets')
    .values({ name, value: sql`${value}::jsonb` })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await find())?.value;
}
