/** The second step of a sign-in, and the proof that a signed-in person gives again before money or people move. */
import { inTransaction, type Trx } from 'core/database/kysely';
import { ApiError } from 'core/errors';
import type { Session } from 'core/http/session';
import type { FactorAsked, FactorQuestion, SignedIn } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { actAs } from '../audit/act-as';
import { askFactor, checkAnswer, type FactorAnswer, WRONG_FACTOR } from '../factors/factor-question';
import { endSignIns, findStep, newStep, stepEnded, takeStep } from '../factors/factor-steps';
import { type AttemptLimits, factorTry, unknownStep, type Visitor } from './attempt-limits';
import { openSession } from './open-session';

/** Opens a session, or asks for the second factor of an account that has one: before its answer there is no session. */
export async function openSessionOrAsk(trx: Trx, deps: Deps, userId: number): Promise<SignedIn | FactorAsked> {
  const step = { user_id: userId, purpose: 'sign-in', token_id: null } as const;
  const second_factor = await askFactor(trx, { config: deps.config, now: deps.clock.now() }, step);
  return second_factor ? { second_factor } : openSession(trx, deps, userId);
}

export interface AnsweredSignIn {
  signedIn: SignedIn;
  hasUsedRecoveryCode: boolean;
}

interface LimitedAnswer {
  limits: AttemptLimits;
  /** Identifies the visitor who acts on the account with an email. */
  visitorOf: (email: string) => Promise<Visitor>;
}

/** @throws ApiError 422 WRONG_FACTOR, STEP_ENDED; 429 */
export async function finishSignIn(
  deps: Deps,
  { limits, visitorOf }: LimitedAnswer,
  answer: FactorAnswer,
): Promise<AnsweredSignIn> {
  const { token } = answer;
  const now = deps.clock.now();
  const step = await findStep(deps.db, { token, purpose: 'sign-in' }, now);
  const account =
    step &&
    (await deps.db.selectFrom('users').select(['id', 'email']).where('id', '=', step.user_id).executeTakeFirst());
  if (!account) {
    // The token cannot be guessed, so this uses up no tries of an account.
    await limits.count(unknownStep(await visitorOf('')));
    throw stepEnded();
  }
  return withinLimits(limits, { email: account.email, visitor: await visitorOf(account.email) }, () =>
    inTransaction(deps.db, async (trx) => {
      await takeStep(trx, { token, purpose: 'sign-in' }, now);
      await actAs(trx, account.id);
      const hasUsedRecoveryCode = await checkAnswer(trx, { config: deps.config, now }, account.id, answer);
      await endSignIns(trx, account.id);
      return { signedIn: await openSession(trx, deps, account.id), hasUsedRecoveryCode };
    }),
  );
}

/** Asks a signed-in person for a proof. An account without a second factor proves its email again. */
export async function askProof(deps: Deps, session: Session): Promise<FactorQuestion> {
  const now = deps.clock.now();
  const step = { user_id: session.user.id, purpose: 'prove', token_id: session.tokenId } as const;
  const question = await askFactor(deps.db, { config: deps.config, now }, step);
  return question ?? { token: await newStep(deps.db, step, now), methods: ['email-code'], passkey: null };
}

/**
 * Accepts a proof: requests of this session that need one work for the next 15 minutes.
 * @returns true if a recovery code was used
 * @throws ApiError 422 WRONG_FACTOR, STEP_ENDED; 429
 */
export function prove(
  deps: Deps,
  { limits, visitor }: { limits: AttemptLimits; visitor: Visitor },
  { session, answer }: { session: Session; answer: FactorAnswer },
): Promise<boolean> {
  const now = deps.clock.now();
  return withinLimits(limits, { email: session.user.email, visitor }, () =>
    inTransaction(deps.db, async (trx) => {
      await takeStep(trx, { token: answer.token, purpose: 'prove', session }, now);
      await actAs(trx, session.user.id);
      const hasUsedRecoveryCode = await checkAnswer(trx, { config: deps.config, now }, session.user.id, answer);
      await noteProof(trx, session, now);
      return hasUsedRecoveryCode;
    }),
  );
}

export async function noteProof(trx: Trx, { tokenId }: Session, now: Date): Promise<void> {
  await trx.updateTable('tokens').set({ proved_at: now }).where('id', '=', tokenId).execute();
}

/** Runs an answer within the limits. The response to the last wrong try states that it was the last. */
async function withinLimits<T>(
  limits: AttemptLimits,
  { email, visitor }: { email: string; visitor: Visitor },
  work: () => Promise<T>,
): Promise<T> {
  const attempt = factorTry(email, visitor);
  try {
    return await limits.limited(attempt, work);
  } catch (error) {
    if (error instanceof ApiError && error.code === WRONG_FACTOR) await limits.refuseUsedUp(attempt);
    throw error;
  }
}
