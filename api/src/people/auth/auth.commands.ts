/** Accounts and sessions: the commands behind register, login, logout and the two steps of a password reset. */
import { inTransaction } from 'core/database/kysely';
import { ApiError, constraintOf, invalid, SqlState, sqlState } from 'core/errors';
import { inLanguage } from 'core/http/language';
import { hashToken, type Session } from 'core/http/session';
import { sql } from 'kysely';
import type { loginSchema, registerSchema, resetPasswordSchema } from 'shared-contracts/schemas';
import type { FactorAsked, SignedIn } from 'shared-contracts/types';
import type { z } from 'zod';
import type { Deps } from '../../deps';
import { sendSoon } from '../../messages/mail/send-soon';
import { t } from '../../words';
import { endSignIns } from '../factors/factor-steps';
import { newToken, openSession } from './open-session';
import { hashPassword, isPassword } from './passwords';
import { readerLanguage } from './reader-language';
import { resetEmail } from './reset-email';
import { openSessionOrAsk } from './second-step.commands';

const RESET_MS = 3_600_000;

/** @throws ApiError 422 if the address has an account. */
export async function register(deps: Deps, form: z.output<typeof registerSchema>): Promise<SignedIn> {
  const password_hash = await hashPassword(form.password);
  return inTransaction(deps.db, async (trx) => {
    const { name, email, phone } = form;
    try {
      const { id } = await trx
        .insertInto('users')
        .values({ name, email, phone: phone ?? null, password_hash, created_at: deps.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return await openSession(trx, deps, id);
    } catch (error) {
      if (sqlState(error) === SqlState.uniqueViolation && constraintOf(error) === 'users_email_key') {
        throw invalid({ email: [t('There is an account with this email already.')] }, 'EMAIL_TAKEN');
      }
      throw error;
    }
  });
}

/** @throws ApiError 422, because a 401 would log the visitor out. */
export async function login(deps: Deps, form: z.output<typeof loginSchema>): Promise<SignedIn | FactorAsked> {
  const user = await deps.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'phone'])
    .where('email', '=', form.email)
    .executeTakeFirst();
  const isRight = await isPassword(form.password, user?.password_hash ?? null);
  if (!user || !isRight) throw badCredentials();
  if (form.phone && !user.phone) {
    await deps.db.updateTable('users').set({ phone: form.phone }).where('id', '=', user.id).execute();
  }
  return signIn(deps, user);
}

/**
 * Opens a session after a password was checked. The password may have been reset since, so the account is locked and read again. A reset
 * before the lock prevents the session, and a reset after it ends the session.
 * @throws ApiError 422 if the account has another password by now.
 */
export function signIn(
  deps: Deps,
  { id, password_hash }: { id: number; password_hash: string | null },
): Promise<SignedIn | FactorAsked> {
  return inTransaction(deps.db, async (trx) => {
    const account = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .forShare()
      .executeTakeFirst();
    if (!account) throw badCredentials();
    return openSessionOrAsk(trx, deps, id);
  });
}

/** The error names no field, so it does not reveal which of the two is wrong. */
const badCredentials = () => new ApiError(422, 'BAD_CREDENTIALS', t('The email or the password is not right.'));

/** The database tells each process to end the sockets of a session whose token is deleted (migration 0040). */
export async function logout({ db }: Deps, session: Session): Promise<void> {
  await db.deleteFrom('tokens').where('id', '=', session.tokenId).execute();
}

/**
 * Removes expired links of any account, so that the table does not grow forever. It does the same work for every address, so a request may
 * await it: neither its duration nor its failure reveals whether an address has an account.
 */
export async function removeExpiredResets({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', clock.now()).execute();
}

/** Sends an email if the address has an account, and never tells the caller whether it has one. */
export async function sendReset(deps: Deps, email: string): Promise<void> {
  const now = deps.clock.now();
  const token = newToken();
  const expires = new Date(now.getTime() + RESET_MS);
  // One statement handles addresses with and without an account, so its time reveals nothing either.
  const account = await deps.db
    .insertInto('password_resets')
    .columns(['user_id', 'token_hash', 'created_at', 'expires_at'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select([
          'id',
          sql<Buffer>`${hashToken(token)}::bytea`.as('token_hash'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${expires}::timestamptz`.as('expires_at'),
        ])
        .where('email', '=', email),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!account) return;
  const link = `${deps.config.siteUrl}/password-reset/${token}?email=${encodeURIComponent(email)}`;
  const language = await readerLanguage(deps.db, email);
  const message = inLanguage(language, () => resetEmail({ email, link }));
  sendSoon(deps, 'password reset email', () => deps.mailer.send(message));
}

/** @throws ApiError 422 for a used or expired link, or the link of another address. */
export async function resetPassword(deps: Deps, form: z.output<typeof resetPasswordSchema>): Promise<void> {
  const token_hash = hashToken(form.token);
  const now = deps.clock.now();
  const reset = await deps.db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select('password_resets.user_id')
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.email', '=', form.email)
    .executeTakeFirst();
  if (!reset) throw badLink();
  const password_hash = await hashPassword(form.password);
  await inTransaction(deps.db, async (trx) => {
    const { user_id } = reset;
    const used = await trx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', token_hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    // Two tabs may have the same link. The first one wins.
    if (used.numUpdatedRows === 0n) throw badLink();
    await trx
      .updateTable('users')
      .set((user) => ({ password_hash, email_confirmed_at: user.fn.coalesce('email_confirmed_at', user.val(now)) }))
      .where('id', '=', user_id)
      .execute();
    await trx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('user_id', '=', user_id)
      .where('used_at', 'is', null)
      .execute();
    await trx.deleteFrom('tokens').where('user_id', '=', user_id).execute();
    await endSignIns(trx, user_id);
  });
}

const badLink = () =>
  invalid({ token: [t('This link was used already or has expired. Please ask for a new one.')] }, 'BAD_RESET_LINK');
