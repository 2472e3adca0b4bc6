/** Sends the message of a done order from the outbox: once, however often the outbox retries. */

import type { TextDropReason } from 'core/database/types';
import { ApiError } from 'core/errors';
import { inLanguage } from 'core/http/language';
import { TEXT_KIND, textPayloadSchema } from './done-text.outbox';
import { isStopped } from './refused-numbers';
import { sendTaken, takeText } from './send-text';
import type { SmsDeps } from './sms-deps';
import { countsOfDay } from './text-limits';
import { doneMessage } from './texts';

/** A guest who was not told within an hour has come to look. */
const LIFETIME_MS = 3_600_000;
/** The messages that are handed to the service at once. */
const AT_ONCE = 4;

export function handleDoneTexts(deps: SmsDeps): void {
  deps.outbox.handle(TEXT_KIND, {
    schema: textPayloadSchema,
    handle: ({ payload }) => sendDoneText(deps, payload.textId),
    atOnce: AT_ONCE,
  });
}

async function sendDoneText(deps: SmsDeps, id: number): Promise<void> {
  const { db, clock, counts, smsSender, config } = deps;
  const message = await findMessage(deps, id);
  // A process died, or lost its database, while it sent the message.
  if (message?.state === 'sending') await markUnknown(deps, id);
  if (message?.state !== 'queued') return;
  const now = clock.now();
  if (!smsSender || !config.sms) return drop(deps, id, 'off');
  if (now.getTime() - message.created_at.getTime() > LIFETIME_MS) return drop(deps, id, 'late');
  if (message.number === null) return drop(deps, id, 'no-number');
  if (await isStopped(db, message.number)) return drop(deps, id, 'stopped');
  const ofDay = countsOfDay('done', config.sms.dayLimit, now);
  try {
    await counts.take(ofDay);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    deps.log.error(
      { textMessage: id, limit: config.sms.dayLimit },
      'sms: the limit of the day is reached (SMS_DAY_LIMIT)',
    );
    return drop(deps, id, 'limit');
  }
  const text = inLanguage(message.language, () =>
    doneMessage({
      vendorName: message.vendor_name,
      number: message.order_number ?? String(message.order_id),
      deliveryMethod: message.delivery_method,
    }),
  );
  if (!(await takeText(db, { id, text }, now))) return counts.forgive(ofDay);
  const error = await sendTaken(deps, smsSender, { id, to: message.number, text });
  if (error?.failure !== 'not-sent') return;
  await counts.forgive(ofDay);
  throw error;
}

/** The number is the person's current one, and null if it is gone or not confirmed. */
function findMessage({ db }: SmsDeps, id: number) {
  return db
    .selectFrom('text_messages')
    .innerJoin('orders', 'orders.id', 'text_messages.order_id')
    .leftJoin('phones', (join) =>
      join.onRef('phones.user_id', '=', 'orders.user_id').on('phones.confirmed_at', 'is not', null),
    )
    .select(['text_messages.state', 'text_messages.created_at', 'text_messages.order_id', 'phones.number'])
    .select(['orders.vendor_name', 'orders.order_number', 'orders.delivery_method', 'orders.language'])
    .where('text_messages.id', '=', id)
    .executeTakeFirst();
}

async function drop({ db }: SmsDeps, id: number, drop_reason: TextDropReason): Promise<void> {
  await db
    .updateTable('text_messages')
    .set({ state: 'dropped', drop_reason })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

async function markUnknown({ db, log }: SmsDeps, id: number): Promise<void> {
  await db
    .updateTable('text_messages')
    .set({ state: 'unknown' })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
  log.error({ textMessage: id }, 'sms: it is unknown whether a message was sent, so it is not sent again');
}
