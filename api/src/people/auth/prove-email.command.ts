import { inTransaction } from 'core/database/kysely';
import { conflict } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { takeStep } from '../factors/factor-steps';
import { factorsOf } from '../factors/factors.repository';
import type { AttemptLimits, Visitor } from './attempt-limits';
import { takeLoginCode, withLoginCode } from './login-codes';
import { noteProof } from './second-step.commands';

interface EmailProof {
  session: Session;
  token: string;
  code: string;
  browser_key: string;
}

/**
 * Accepts the code of an email as the proof of an account without a second factor. It also confirms the email.
 * @throws ApiError 409 HAS_SECOND_FACTOR; 422 STEP_ENDED, and as `withLoginCode`; 429
 */
export async function proveEmail(
  deps: Deps,
  { limits, visitor }: { limits: AttemptLimits; visitor: Visitor },
  { session, token, code, browser_key }: EmailProof,
): Promise<void> {
  const { id, email } = session.user;
  const now = deps.clock.now();
  const form = { email, browser_key };
  await withLoginCode(deps, { limits, form, visitor }, async () => {
    const refusal = await inTransaction(deps.db, async (trx) => {
      if ((await factorsOf(trx, id)).length > 0) {
        throw conflict('HAS_SECOND_FACTOR', t('This account has a second factor, which is asked for instead.'));
      }
      const refused = await takeLoginCode(trx, { ...form, code }, now);
      // This is not thrown here, because a throw would undo the count of tries.
      if (refused) return refused;
      await takeStep(trx, { token, purpose: 'prove', session }, now);
      await trx
        .updateTable('users')
        .set((user) => ({ email_confirmed_at: user.fn.coalesce('email_confirmed_at', user.val(now)) }))
        .where('id', '=', id)
        .execute();
      await noteProof(trx, session, now);
      return null;
    });
    if (refusal) throw refusal;
  });
}
