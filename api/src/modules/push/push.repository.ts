import { sql } from 'kysely';
import type { NewPushSubscription } from 'shared-contracts/types';
import type { Queryable } from '../../database/kysely';
import type { Session } from '../../plugins/session';

export interface StoredSubscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A session is one browser; more than a few endpoints of one are leftovers. */
const MAX_PER_SESSION = 3;

/** An endpoint belongs to one browser, so to the session that names it last. */
export async function storeSubscription(
  db: Queryable,
  { tokenId }: Session,
  given: NewPushSubscription,
): Promise<void> {
  const values = { token_id: tokenId, p256dh: given.keys.p256dh, auth: given.keys.auth };
  const { id } = await db
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint: given.endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    delete from push_subscriptions where token_id = ${tokenId} and id <> ${id} and id not in (
      select id from push_subscriptions where token_id = ${tokenId} and id <> ${id}
      order by id desc limit ${MAX_PER_SESSION - 1})`.execute(db);
}

/** Nothing happens where it is not the caller's. */
export async function removeSubscription(db: Queryable, { user }: Session, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('token_id', 'in', db.selectFrom('tokens').select('id').where('user_id', '=', user.id))
    .execute();
}

/** Null once it was removed or its session has ended. */
export async function findLiveSubscription(db: Queryable, id: number, now: Date): Promise<StoredSubscription | null> {
  const row = await db
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.id', '=', id)
    .where('tokens.expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function forgetSubscription(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}
