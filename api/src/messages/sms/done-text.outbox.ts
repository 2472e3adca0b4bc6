/** Queues the one text message of an order, in the transaction in which it becomes done. */
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { enqueue } from '../outbox/enqueue';

export const TEXT_KIND = 'text-message';
export const textPayloadSchema = z.object({ textId: idSchema });

/** Has no effect for a person without a confirmed number, and for an order that was done before. */
export async function askToText(trx: Trx, orderId: number, userId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into text_messages (order_id, created_at)
    select ${orderId}::bigint, ${now}::timestamptz from phones where user_id = ${userId} and confirmed_at is not null
    on conflict (order_id) do nothing returning id`.execute(trx);
  await enqueue(
    trx,
    rows.map(({ id }) => ({ kind: TEXT_KIND, key: `text-message:${id}`, payload: { textId: id } })),
  );
}
