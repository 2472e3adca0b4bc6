import { inTransaction } from 'core/database/kysely';
import { conflict } from 'core/errors';
import type { Deps } from '../../deps';
import { actAs, auditOfOperator } from '../../people/audit/act-as';
import { endSignIns } from '../../people/factors/factor-steps';
import { lockFactors } from '../../people/factors/factors.repository';
import { t } from '../../words';
import type { AccountRequest } from './delete-account.command';
import { findAccountFor } from './known-here';

/**
 * Removes the second factors and recovery codes of a person who has lost them, and ends all sessions of the account. An operator may do this if no
 * hall of other operators knows the person. The same rule protects the data of an account.
 * @returns false for an account without a second factor, of which only the sessions end
 * @throws ApiError 404 if there is no such person, or the caller may not act for them; 409 OWN_SECOND_FACTOR
 */
export function resetSecondFactor(deps: Deps, { session, email, isDryRun }: AccountRequest): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const userId = await findAccountFor(trx, session, email);
    if (userId === session.user.id && !session.isCommandLine) {
      throw conflict('OWN_SECOND_FACTOR', t('Remove your own second factor in My Account.'));
    }
    const hadFactor = (await lockFactors(trx, userId)).length > 0;
    if (isDryRun) return hadFactor;
    await actAs(trx, session.user.id);
    await auditOfOperator(trx, 'second-factor.reset', userId);
    await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
    await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await endSignIns(trx, userId);
    await trx.deleteFrom('tokens').where('user_id', '=', userId).execute();
    return hadFactor;
  });
}
