import { type Db, inTransaction, type Queryable } from 'core/database/kysely';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { NewPushSubscription } from 'shared-contracts/types';

export interface StoredSubscription {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The most subscriptions of a session. A session is one browser, so further endpoints are leftovers. */
const MAX_PER_SESSION = 3;
/** The most subscriptions of an account. Each push for the account is a request to each of them. */
const MAX_PER_ACCOUNT = 10;
/**
 * The most push services of an account. A browser uses one. The browser names the host of its push service, so without a limit an account
 * could cause requests to many hosts.
 */
const MAX_HOSTS_PER_ACCOUNT = 4;

/** An endpoint belongs to one browser, and so to the latest session that names it. If there are too many, the oldest are removed. */
export async function storeSubscription(db: Db, { tokenId, user }: Session, given: NewPushSubscription): Promise<void> {
  const values = { token_id: tokenId, p256dh: given.keys.p256dh, auth: given.keys.auth };
  await inTransaction(db, async (trx) => {
    // Two concurrent requests would not see each other's row.
    await sql`select from users where id = ${user.id} for no key update`.execute(trx);
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ ...values, endpoint: given.endpoint })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      with its as (
        select subscription.id, token_id, subscription.id = ${id} as is_new,
          substring(endpoint from '^https://([^/]+)') as host
        from push_subscriptions subscription join tokens on tokens.id = token_id where tokens.user_id = ${user.id}
      ), ranked as (
        select id,
          row_number() over (order by is_new desc, id desc) as of_account,
          row_number() over (partition by token_id order by is_new desc, id desc) as of_session,
          host in (select host from its group by host order by bool_or(is_new) desc, max(id) desc
            limit ${MAX_HOSTS_PER_ACCOUNT}) as is_of_latest_host
        from its
      )
      delete from push_subscriptions using ranked
        where push_subscriptions.id = ranked.id
        and (of_account > ${MAX_PER_ACCOUNT} or of_session > ${MAX_PER_SESSION} or not is_of_latest_host)`.execute(trx);
  });
}

/** Has no effect on a subscription of another user. */
export async function removeSubscription(db: Queryable, { user }: Session, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('token_id', 'in', db.selectFrom('tokens').select('id').where('user_id', '=', user.id))
    .execute();
}

/** Returns null if the subscription was removed or its session has ended. */
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
