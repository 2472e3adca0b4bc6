/** The number of a person who asked for text messages, and the code that confirms it. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { inTransaction, lockName, type Queryable, type Trx } from 'core/database/kysely';
import type { PhonesTable } from 'core/database/types';
import { ApiError, invalid, notFound } from 'core/errors';
import type { Network } from 'core/http/client-address';
import type { Selectable } from 'kysely';
import type { phoneSchema } from 'shared-contracts/schemas';
import type { z } from 'zod';
import { t } from '../../words';
import { hashNumber, isStopped, SERVICE_KNOWS_STOP } from './refused-numbers';
import { segmentsOf } from './segments.rules';
import { sendTaken } from './send-text';
import type { SmsDeps } from './sms-deps';
import type { SmsError, SmsSender } from './sms-sender';
import { countsOfCode, countsOfDay } from './text-limits';
import { codeMessage } from './texts';

type Phone = z.output<typeof phoneSchema>;

const CODE_MS = 10 * 60_000;
const TRIES = 5;

export async function phoneOf({ db, smsSender }: Pick<SmsDeps, 'db' | 'smsSender'>, userId: number): Promise<Phone> {
  const phone = await findPhone(db, userId);
  const confirmedAt = phone?.confirmed_at ?? null;
  return {
    is_offered: smsSender !== null,
    number: phone ? hidden(phone.number) : null,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    // An unconfirmed number may belong to a stranger, so the response does not tell whether that stranger has replied STOP.
    is_stopped: phone && confirmedAt ? await isStopped(db, phone.number) : false,
  };
}

interface NewNumber {
  userId: number;
  number: string;
  networks: readonly Network[];
}

/**
 * Sends a code to a number. The response is the same for a number of another account and for one that replied STOP, which gets no code. The number is
 * of the account that confirms it last, since numbers change hands.
 * @throws ApiError 404 without a sender, 422 for a number that the service refuses, 429, 503
 */
export async function requestCode(deps: SmsDeps, { userId, number, networks }: NewNumber): Promise<Phone> {
  const { db, clock, counts, smsSender, config } = deps;
  if (!smsSender || !config.sms) throw notOffered();
  const known = await findPhone(db, userId);
  if (known?.number === number && known.confirmed_at) return phoneOf(deps, userId);
  const now = clock.now();
  const ofDay = countsOfDay('code', config.sms.dayLimit, now);
  await counts.take([...countsOfCode({ userId, number, networks }), ...ofDay]);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await storeCode(db, { userId, number, codeHash: await hashCode(db, { userId, number, code }), now });
  if (await isStopped(db, number)) {
    await counts.forgive(ofDay);
    return phoneOf(deps, userId);
  }
  const error = await sendCode(deps, smsSender, { to: number, text: codeMessage(code, deps.product) });
  if (error?.failure === 'not-sent') await counts.forgive(ofDay);
  if (error) refuseFor(error);
  return phoneOf(deps, userId);
}

/** Confirms the number. A second request with the right code changes nothing. @throws ApiError 422 */
export async function confirmPhone(deps: SmsDeps, userId: number, code: string): Promise<Phone> {
  const now = deps.clock.now();
  // This is not thrown inside the transaction, because a throw would undo the count of tries.
  const refusal = await inTransaction(deps.db, (trx) => useCode(trx, { userId, code, now }));
  if (refusal) throw refusal;
  return phoneOf(deps, userId);
}

export async function removePhone(db: Queryable, userId: number): Promise<void> {
  await db.deleteFrom('phones').where('user_id', '=', userId).execute();
}

const findPhone = (db: Queryable, userId: number) =>
  db.selectFrom('phones').selectAll().where('user_id', '=', userId).executeTakeFirst();

const hidden = (number: string): string => `${'•'.repeat(number.length - 4)} ${number.slice(-3)}`;

/** The hash also names person and number, so a code confirms nothing else. */
async function hashCode(
  db: Queryable,
  { userId, number, code }: { userId: number; number: string; code: string },
): Promise<Buffer> {
  return createHmac('sha256', await hashNumber(db, number))
    .update(`${userId} ${code}`)
    .digest();
}

async function storeCode(
  db: Queryable,
  { userId, number, codeHash, now }: { userId: number; number: string; codeHash: Buffer; now: Date },
): Promise<void> {
  const values = {
    number,
    confirmed_at: null,
    code_hash: codeHash,
    code_expires_at: new Date(now.getTime() + CODE_MS),
    tries: 0,
  };
  await db
    .insertInto('phones')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** A code is sent at once and never from the outbox, because the database has only its hash. */
async function sendCode(
  deps: SmsDeps,
  sender: SmsSender,
  message: { to: string; text: string },
): Promise<SmsError | null> {
  const now = deps.clock.now();
  const { id } = await deps.db
    .insertInto('text_messages')
    .values({ order_id: null, state: 'sending', segments: segmentsOf(message.text), created_at: now, sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return sendTaken(deps, sender, { id, ...message });
}

/** A code whose answer is lost may still arrive, and works. */
function refuseFor({ failure, code }: SmsError): void {
  // The response does not tell that the number has stopped.
  if (code === SERVICE_KNOWS_STOP) return;
  if (failure === 'refused' && code !== null && NUMBER_PROBLEMS.has(code)) {
    throw invalid(
      { number: [t('This number cannot get text messages. Check it, or use another one.')] },
      'NO_TEXTS_TO_NUMBER',
    );
  }
  throw new ApiError(503, 'TEXT_NOT_SENT', t('The text message could not be sent. Please try again in a minute.'));
}

/** Twilio's errors about the number: https://www.twilio.com/docs/api/errors. */
const NUMBER_PROBLEMS = new Set(['21211', '21408', '21612', '21614']);

interface CodeUse {
  userId: number;
  code: string;
  now: Date;
}

async function useCode(trx: Trx, { userId, code, now }: CodeUse): Promise<ApiError | undefined> {
  const phone = await trx.selectFrom('phones').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
  if (!phone) return refuse(t('No code was asked for. Please ask for a new one.'));
  if (phone.confirmed_at) return undefined;
  const isRight = timingSafeEqual(
    phone.code_hash ?? Buffer.alloc(32),
    await hashCode(trx, { userId, number: phone.number, code }),
  );
  const ended = endOf(phone, now);
  if (ended) return ended;
  if (isRight) {
    await confirm(trx, phone, now);
    return undefined;
  }
  await trx
    .updateTable('phones')
    .set({ tries: phone.tries + 1 })
    .where('user_id', '=', userId)
    .execute();
  if (phone.tries + 1 >= TRIES) return tooManyTries();
  return refuse(t('This is not the code from the text message. Please check its six digits.'), 'WRONG_PHONE_CODE');
}

function endOf({ code_expires_at, tries }: Selectable<PhonesTable>, now: Date): ApiError | undefined {
  if (!code_expires_at || code_expires_at <= now) return refuse(t('This code has expired. Please ask for a new one.'));
  return tries >= TRIES ? tooManyTries() : undefined;
}

/** The number ends with an account that confirmed it earlier. */
async function confirm(trx: Trx, { user_id, number }: Selectable<PhonesTable>, now: Date): Promise<void> {
  // Accounts that confirm a number at the same time wait here, so that each one finds the confirmation before its own.
  await lockName(trx, `phone ${number}`);
  await trx
    .deleteFrom('phones')
    .where('number', '=', number)
    .where('user_id', '<>', user_id)
    .where('confirmed_at', 'is not', null)
    .execute();
  await trx
    .updateTable('phones')
    .set({ confirmed_at: now, code_hash: null, code_expires_at: null, tries: 0 })
    .where('user_id', '=', user_id)
    .execute();
}

const refuse = (message: string, code = 'PHONE_CODE_ENDED'): ApiError => invalid({ code: [message] }, code);
const tooManyTries = () => refuse(t('Too many wrong codes were entered. Please ask for a new one.'));
const notOffered = () => notFound(t('This site sends no text messages.'));
