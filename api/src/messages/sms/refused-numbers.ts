/** Numbers that replied STOP. They are stored as hashes, so that a refusal can outlive the account without its number. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from 'core/database/kysely';
import { sharedSecret } from 'core/database/shared-secret';
import { z } from 'zod';

/** Hashes a number with a secret of the database. */
export async function hashNumber(db: Queryable, number: string): Promise<Buffer> {
  const secret = z.string().parse(await sharedSecret(db, 'phones', async () => randomBytes(32).toString('hex')));
  return createHmac('sha256', secret).update(number).digest();
}

/** The latest reply of a number counts. */
export async function isStopped(db: Queryable, number: string): Promise<boolean> {
  const reply = await db
    .selectFrom('text_replies')
    .select('is_stop')
    .where('number_hash', '=', await hashNumber(db, number))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return reply?.is_stop ?? false;
}

interface Reply {
  number: string;
  isStop: boolean;
  /** Names the reply, so that a repeated one has no effect. */
  id: string;
  at: Date;
}

export async function storeReply(db: Queryable, { number, isStop, id, at }: Reply): Promise<void> {
  await db
    .insertInto('text_replies')
    .values({ provider_id: id, number_hash: await hashNumber(db, number), is_stop: isStop, created_at: at })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .execute();
}

/** The service refused a message, as it knows that the number has stopped, for example from before this site knew the number. */
export const SERVICE_KNOWS_STOP = '21610';
