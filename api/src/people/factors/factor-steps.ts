/** The questions for a second factor that wait for their answer. A step works once, for ten minutes, in the session that asked. */
import { randomBytes } from 'node:crypto';
import type { Queryable, Trx } from 'core/database/kysely';
import type { FactorStepsTable } from 'core/database/types';
import { type ApiError, invalid } from 'core/errors';
import { hashToken } from 'core/http/session';
import { type Selectable, sql } from 'kysely';
import { t } from '../../words';

const STEP_MS = 10 * 60_000;
/** The most open steps of an account. A page that asks again and again ends its oldest ones. */
const OPEN_STEPS = 20;

export type FactorStep = Selectable<FactorStepsTable>;
type NewStep = Pick<FactorStep, 'user_id' | 'purpose' | 'token_id'> & { secret?: Buffer };

/** @returns the token of the step: 32 random bytes in base64url, which are the challenge for a passkey too */
export async function newStep(db: Queryable, step: NewStep, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`delete from factor_steps where token_hash in (
    select token_hash from factor_steps where user_id = ${step.user_id}
    order by expires_at desc offset ${OPEN_STEPS - 1})`.execute(db);
  await db
    .insertInto('factor_steps')
    .values({ secret: null, ...step, token_hash: hashToken(token), expires_at: new Date(now.getTime() + STEP_MS) })
    .execute();
  return token;
}

interface SoughtStep extends Pick<FactorStep, 'purpose'> {
  token: string;
  /** The session that answers; left out for a sign-in, which has none. */
  session?: { tokenId: number };
}

const stepOf = (db: Queryable, { token, purpose, session }: SoughtStep, now: Date) =>
  db
    .selectFrom('factor_steps')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('token_id', 'is not distinct from', session?.tokenId ?? null)
    .where('expires_at', '>', now);

export async function findStep(db: Queryable, step: SoughtStep, now: Date): Promise<FactorStep | undefined> {
  return stepOf(db, step, now).executeTakeFirst();
}

/** Uses up a step in the transaction of its answer, so that a refused answer leaves it open. @throws ApiError 422 STEP_ENDED */
export async function takeStep(trx: Trx, step: SoughtStep, now: Date): Promise<FactorStep> {
  const found = await stepOf(trx, step, now).forUpdate().executeTakeFirst();
  if (!found) throw stepEnded();
  await trx.deleteFrom('factor_steps').where('token_hash', '=', found.token_hash).execute();
  return found;
}

/** The step is unknown, used, or too old. */
export const stepEnded = (): ApiError =>
  invalid({ token: [t('This took too long, or was finished already. Please start again.')] }, 'STEP_ENDED');

/** Ends the sign-ins of an account that wait for a second factor. */
export async function endSignIns(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('factor_steps').where('user_id', '=', userId).where('purpose', '=', 'sign-in').execute();
}
