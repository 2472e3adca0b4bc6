/** Takes what the service tells the site: what became of a message, and what a number has replied. */
import type { TextMessagesTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import { SERVICE_KNOWS_STOP, storeReply } from './refused-numbers';
import { commandOf } from './replies.rules';
import type { SmsDeps } from './sms-deps';

/** The fields of a form that the service has signed. */
export type Form = Readonly<Record<string, string>>;
type State = Selectable<TextMessagesTable>['state'];

/** Ids of the service have this form. */
const SERVICE_ID = /^[A-Z]{2}[0-9a-f]{32}$/i;
const NUMBER = /^\+[1-9]\d{6,14}$/;

/**
 * The states of the service that matter here, with the states that they follow. Reports come in any order, and a final state stays
 * (https://www.twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks).
 */
const REPORTS: Readonly<Record<string, { state: State; follows: readonly State[] }>> = {
  sent: { state: 'sent', follows: ['sending', 'unknown'] },
  delivered: { state: 'delivered', follows: ['sending', 'unknown', 'sent'] },
  undelivered: { state: 'failed', follows: ['sending', 'unknown', 'sent'] },
  failed: { state: 'failed', follows: ['sending', 'unknown', 'sent'] },
};

/** Has no effect for a message that another id belongs to. */
export async function storeReport({ db, clock }: SmsDeps, textId: number, form: Form): Promise<void> {
  const { MessageSid: sid = '', MessageStatus = '', ErrorCode = '', To = '' } = form;
  const report = Object.hasOwn(REPORTS, MessageStatus) ? REPORTS[MessageStatus] : undefined;
  if (!report || !SERVICE_ID.test(sid)) return;
  const errorCode = /^\d{1,6}$/.test(ErrorCode) ? ErrorCode : null;
  await db
    .updateTable('text_messages')
    .set({ state: report.state, provider_id: sid, ...(report.state === 'failed' && { error_code: errorCode }) })
    .where('id', '=', textId)
    .where('state', 'in', report.follows)
    .where((where) => where.or([where('provider_id', 'is', null), where('provider_id', '=', sid)]))
    .execute();
  if (errorCode === SERVICE_KNOWS_STOP && NUMBER.test(To)) {
    await storeReply(db, { number: To, isStop: true, id: `report-${sid}`, at: clock.now() });
  }
}

/** Stores STOP and START. Any other reply has no effect. */
export async function storeInbound({ db, clock }: SmsDeps, form: Form): Promise<void> {
  const { MessageSid: sid = '', From = '', Body = '' } = form;
  const command = commandOf(Body);
  if (!command || !SERVICE_ID.test(sid) || !NUMBER.test(From)) return;
  await storeReply(db, { number: From, isStop: command === 'stop', id: sid, at: clock.now() });
}
