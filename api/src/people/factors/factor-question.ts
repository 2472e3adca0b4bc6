/** Asks for a second factor, and checks the answer. */
import type { Config } from 'core/config';
import type { Queryable, Trx } from 'core/database/kysely';
import { invalid } from 'core/errors';
import type { factorAnswerSchema } from 'shared-contracts/schemas';
import type { FactorQuestion, ProofMethod } from 'shared-contracts/types';
import type { z } from 'zod';
import { t } from '../../words';
import { stepOfCode } from './authenticator';
import { type FactorStep, newStep } from './factor-steps';
import { factorsOf, isAuthenticator, isPasskey, lockFactors, type Passkey } from './factors.repository';
import { authenticationOptions, hasPasskeys, readAuthentication } from './passkeys';
import { spendRecoveryCode } from './recovery-codes';

export type FactorAnswer = Pick<z.output<typeof factorAnswerSchema>, 'token' | 'passkey' | 'code' | 'recovery_code'>;

/** The code of a refused answer. The limits count it as a try. */
export const WRONG_FACTOR = 'WRONG_FACTOR';

/** @returns the question, or null for an account without a second factor */
export async function askFactor(
  db: Queryable,
  { config, now }: { config: Config; now: Date },
  step: Pick<FactorStep, 'user_id' | 'token_id'> & { purpose: 'sign-in' | 'prove' },
): Promise<FactorQuestion | null> {
  const factors = await factorsOf(db, step.user_id);
  if (factors.length === 0) return null;
  const token = await newStep(db, step, now);
  const known = hasPasskeys(config) ? factors.filter(isPasskey) : [];
  const methods: ProofMethod[] = [];
  if (known.length > 0) methods.push('passkey');
  if (factors.some(isAuthenticator)) methods.push('authenticator');
  return {
    token,
    methods: [...methods, 'recovery-code'],
    passkey: known.length > 0 ? await authenticationOptions(config, { token, known }) : null,
  };
}

/**
 * Checks an answer, and uses it up: no answer is accepted twice. The caller has taken the step of `answer.token`.
 * @returns true if it was a recovery code
 * @throws ApiError 422 WRONG_FACTOR
 */
export async function checkAnswer(
  trx: Trx,
  { config, now }: { config: Config; now: Date },
  userId: number,
  { token, passkey, code, recovery_code }: FactorAnswer,
): Promise<boolean> {
  const factors = await lockFactors(trx, userId);
  if (recovery_code !== undefined) {
    if (await spendRecoveryCode(trx, userId, recovery_code, now)) return true;
    throw wrong('recovery_code', t('This recovery code is not right, or was used already.'));
  }
  if (passkey !== undefined) {
    const its = factors.filter(isPasskey).find(({ credential_id }) => isIdOf(credential_id, passkey));
    await acceptPasskey(trx, { config, now }, { response: passkey, token, passkey: its });
    return false;
  }
  let isReplayed = false;
  for (const { id, secret, last_step } of factors.filter(isAuthenticator)) {
    const step = stepOfCode(secret, code ?? '', now);
    if (step === null) continue;
    if (last_step !== null && step <= last_step) {
      isReplayed = true;
      continue;
    }
    await trx.updateTable('second_factors').set({ last_step: step, last_used_at: now }).where('id', '=', id).execute();
    return false;
  }
  throw wrong(
    'code',
    isReplayed
      ? t('This code was used already. Wait for the next one in your app.')
      : t('This is not the code of your authenticator app. Check its six digits and the clock of the phone.'),
  );
}

async function acceptPasskey(
  trx: Trx,
  { config, now }: { config: Config; now: Date },
  input: { response: Record<string, unknown>; token: string; passkey: Passkey | undefined },
): Promise<void> {
  const { passkey } = input;
  const sign_count = passkey ? await readAuthentication(config, { ...input, passkey }) : null;
  if (!passkey || sign_count === null) {
    throw wrong('passkey', t('This passkey was not accepted. Try again, or use another way.'));
  }
  await trx.updateTable('second_factors').set({ sign_count, last_used_at: now }).where('id', '=', passkey.id).execute();
}

const isIdOf = (credential_id: Buffer, { id }: Record<string, unknown>): boolean =>
  typeof id === 'string' && credential_id.equals(Buffer.from(id, 'base64url'));

const wrong = (field: 'passkey' | 'code' | 'recovery_code', message: string) =>
  invalid({ [field]: [message] }, WRONG_FACTOR);
