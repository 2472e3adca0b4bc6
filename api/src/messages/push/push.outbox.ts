/** Queues a push in the transaction that causes it: one message for each browser for which the user consented. */

import type { Trx } from 'core/database/kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { idSchema, timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { enqueue } from '../outbox/enqueue';

export const PUSH_KIND = 'push';

/** The event behind a push. The sender writes the text. */
const newsSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    vendorName: z.string(),
    deliveryMethod: z.enum(['collect', 'deliver']),
    orderId: idSchema,
    queueId: idSchema,
  }),
  z.object({ kind: z.literal('message'), message: z.string(), path: z.string() }),
]);
export type PushNews = z.output<typeof newsSchema>;

export const pushMessageSchema = z.object({
  subscriptionId: idSchema,
  news: newsSchema,
  /** The language of the reader. A message of an older process names none. */
  language: z.string().default(SOURCE_LANGUAGE),
  /** ISO 8601. An old message is not sent. */
  at: timeSchema,
});
export type PushMessage = z.output<typeof pushMessageSchema>;

interface PushOptions {
  now: Date;
  /** The language of the reader, and of the texts in the news. */
  language: string;
}

export async function askToPush(
  trx: Trx,
  userId: number,
  news: PushNews,
  { now, language }: PushOptions,
): Promise<void> {
  const subscriptions = await trx
    .selectFrom('push_subscriptions')
    .innerJoin('tokens', 'tokens.id', 'push_subscriptions.token_id')
    .select('push_subscriptions.id')
    .where('tokens.user_id', '=', userId)
    .where('tokens.expires_at', '>', now)
    .execute();
  const messages = subscriptions.map(
    ({ id }): PushMessage => ({ subscriptionId: id, news, language, at: now.toISOString() }),
  );
  await enqueue(
    trx,
    messages.map((payload) => ({ kind: PUSH_KIND, payload })),
  );
}
