/** Secrets that all processes of a database share. The first process that needs one makes it. */
import { sql } from 'kysely';
import type { Queryable } from './kysely';

/**
 * @param make makes the value when none is stored; when several processes come at once, the first one's value is stored and all get it
 * @returns the stored value
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
