/** Asking for a push: in the transaction that causes it, one message for each browser that the user consented in. */
import type { DeliveryMethod } from 'shared-contracts/types';
import type { Trx } from '../../database/kysely';
import { enqueue } from '../../outbox/enqueue';

export const PUSH_KIND = 'push';

/** What happened; its words are put together when it is sent. */
export type PushNews =
  | { kind: 'done'; vendorName: string; deliveryMethod: DeliveryMethod; orderId: number; queueId: number }
  | { kind: 'message'; message: string; path: string };

export interface PushMessage {
  subscriptionId: number;
  news: PushNews;
  /** ISO 8601: news of yesterday's lunch is none. */
  at: string;
}

export async function askToPush(trx: Trx, userId: number, news: PushNews, now: Date): Promise<void> {
  const subscriptions = await trx
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .select('push_subscriptions.id')
    .where('tokens.user_id', '=', userId)
    .where('tokens.expires_at', '>', now)
    .execute();
  const messages = subscriptions.map(({ id }): PushMessage => ({ subscriptionId: id, news, at: now.toISOString() }));
  await enqueue(
    trx,
    messages.map((payload) => ({ kind: PUSH_KIND, payload })),
  );
}
