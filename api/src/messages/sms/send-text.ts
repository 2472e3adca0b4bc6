/** Hands one stored message to the service, and stores what became of it. */
import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { SERVICE_KNOWS_STOP, storeReply } from './refused-numbers';
import { segmentsOf } from './segments.rules';
import type { SmsDeps } from './sms-deps';
import { SmsError, type SmsFailure, type SmsSender } from './sms-sender';

interface StoredText {
  id: number;
  to: string;
  text: string;
}

/** The path of the address at which the service reports on a message. */
export const STATUS_PATH = '/api/v1/sms/status';

/**
 * Marks a queued message as being sent. Only the caller that gets true may send it.
 * @returns false if another caller has taken it
 */
export async function takeText(db: Queryable, { id, text }: Omit<StoredText, 'to'>, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('text_messages')
    .set({ state: 'sending', sent_at: now, segments: segmentsOf(text) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Sends a message that `takeText` has taken. A message whose answer is lost is 'unknown' and is not sent again: a report of the service may still
 * tell that it was delivered.
 * @returns null if the service has it
 */
export async function sendTaken(
  deps: SmsDeps,
  sender: SmsSender,
  { id, to, text }: StoredText,
): Promise<SmsError | null> {
  try {
    const accepted = await sender.send({ to, text, statusUrl: `${deps.config.siteUrl}${STATUS_PATH}?id=${id}` });
    await deps.db
      .updateTable('text_messages')
      .set({ provider_id: accepted.id, ...(accepted.segments !== null && { segments: accepted.segments }) })
      // A report may have come before the answer.
      .set({ state: sql`case when state in ('sending', 'unknown') then 'sent' else state end` })
      .where('id', '=', id)
      .execute();
    return null;
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    await storeFailure(deps, id, error);
    if (error.code === SERVICE_KNOWS_STOP) {
      await storeReply(deps.db, { number: to, isStop: true, id: `refused-${id}`, at: deps.clock.now() });
    }
    deps.log.error({ textMessage: id, failure: error.failure, reason: error.message }, 'sms: a message was not sent');
    return error;
  }
}

/** Only the outbox tries again, which has no codes. */
const STATES = {
  refused: sql<'failed'>`'failed'`,
  'not-sent': sql<'queued' | 'failed'>`case when order_id is null then 'failed' else 'queued' end`,
  unknown: sql<'unknown'>`'unknown'`,
} as const satisfies Record<SmsFailure, unknown>;

async function storeFailure({ db }: SmsDeps, id: number, { failure, code }: SmsError): Promise<void> {
  await db
    .updateTable('text_messages')
    .set({ state: STATES[failure], error_code: code, ...(failure === 'not-sent' && { sent_at: null }) })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}
