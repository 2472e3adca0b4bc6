/** Signs a person in with a code of six digits that is sent by email (docs/decisions/sign-in.md). */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import type { LoginCodesTable } from 'core/database/types';
import { ApiError, invalid } from 'core/errors';
import { inLanguage } from 'core/http/language';
import { hashToken } from 'core/http/session';
import { type Selectable, sql } from 'kysely';
import type { loginCodeSchema, verifyLoginCodeSchema } from 'shared-contracts/schemas';
import type { FactorAsked, SignedIn } from 'shared-contracts/types';
import type { z } from 'zod';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { type AttemptLimits, codeRequest, codeTry, foreignCodeTry, type Visitor } from './attempt-limits';
import { loginCodeEmail } from './login-code-email';
import { readerLanguage } from './reader-language';
import { openSessionOrAsk } from './second-step.commands';

const CODE_MS = 10 * 60_000;
/** The time for which an ended code stays stored, so that its visitor learns why it does not work. */
const ENDED_CODE_MS = 3_600_000;
const TRIES = 5;

type RequestForm = z.output<typeof loginCodeSchema>;
type VerifyForm = z.output<typeof verifyLoginCodeSchema>;

/** Hashes a code with the browser's key, which the database does not store: a copy of the database reveals no code. */
const hashCode = ({ email, code, browser_key }: VerifyForm): Buffer =>
  createHmac('sha256', browser_key).update(`${email} ${code}`).digest();

/** Removes codes of any address that ended an hour ago. If the database does not respond, it fails for every address. */
export async function removeOldCodes({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - ENDED_CODE_MS);
  await db.deleteFrom('login_codes').where('expires_at', '<=', before).execute();
}

/**
 * Creates the only code of an email and a browser, and ends an older one. A stranger who requests a code does not end the code of another
 * browser. An email without an account gets one too, so that the response does not reveal which emails have an account.
 * @returns a function that sends the email
 */
export async function newLoginCode(deps: Deps, { email, browser_key }: RequestForm): Promise<() => Promise<void>> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const row = {
    code_hash: hashCode({ email, code, browser_key }),
    tries: 0,
    expires_at: new Date(deps.clock.now().getTime() + CODE_MS),
    used_at: null,
  };
  await deps.db
    .insertInto('login_codes')
    .values({ email, browser_hash: hashToken(browser_key), ...row })
    .onConflict((conflict) => conflict.columns(['email', 'browser_hash']).doUpdateSet(row))
    .execute();
  return async () => {
    const language = await readerLanguage(deps.db, email);
    await deps.mailer.send(inLanguage(language, () => loginCodeEmail({ email, code, site: deps.config.siteUrl })));
  };
}

export interface CodeAttempt {
  limits: AttemptLimits;
  /** The email and the browser key of the request for the code. */
  form: RequestForm;
  visitor: Visitor;
}

/**
 * Runs work that uses a code, within the limits. A guess with the key of another browser can never be right, so it counts only for its address,
 * and a stranger in the same hall uses up none of the guest's tries. The response to the last wrong try states that it was the last.
 * @throws ApiError 422, 429, and the errors of `work`
 */
export async function withLoginCode<T>(
  { db }: Deps,
  { limits, form, visitor }: CodeAttempt,
  work: () => Promise<T>,
): Promise<T> {
  const { email } = form;
  if (!(await codeOf(db, form).select('email').executeTakeFirst())) {
    await limits.count(foreignCodeTry(visitor));
    throw noCode();
  }
  const attempt = codeTry(email, visitor);
  try {
    const result = await limits.limited(attempt, work);
    await limits.forgive(codeRequest(email, visitor));
    return result;
  } catch (error) {
    if (error instanceof ApiError && error.code === WRONG) await limits.refuseUsedUp(attempt);
    throw error;
  }
}

/** Opens a session, or asks for the second factor. Creates an account for an address without one. @throws ApiError 422 */
export async function logInByCode(deps: Deps, form: VerifyForm): Promise<SignedIn | FactorAsked> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.db, async (trx) => {
    const refusal = await takeLoginCode(trx, form, now);
    // This is not thrown here, because a throw would undo the count of tries.
    if (refusal) return { refusal };
    const id = await confirmedAccount(trx, form.email, now);
    return { signedIn: await openSessionOrAsk(trx, deps, id) };
  });
  if (outcome.refusal) throw outcome.refusal;
  return outcome.signedIn;
}

/** Uses up the code of an address, or counts a wrong try. @returns the reason of a refusal, to be thrown after the commit */
export async function takeLoginCode(trx: Trx, form: VerifyForm, now: Date): Promise<ApiError | undefined> {
  const code = await codeOf(trx, form).selectAll().forUpdate().executeTakeFirst();
  if (!code) return noCode();
  const refusal = refusalOf(code, timingSafeEqual(code.code_hash, hashCode(form)), now);
  if (refusal === undefined) await setCode(trx, code, { used_at: now });
  else if (refusal.code === WRONG) await setCode(trx, code, { tries: code.tries + 1 });
  return refusal;
}

const codeOf = (db: Queryable, { email, browser_key }: RequestForm) =>
  db.selectFrom('login_codes').where('email', '=', email).where('browser_hash', '=', hashToken(browser_key));

async function setCode(
  db: Queryable,
  { email, browser_hash }: Pick<Selectable<LoginCodesTable>, 'email' | 'browser_hash'>,
  values: { tries: number } | { used_at: Date },
): Promise<void> {
  await db
    .updateTable('login_codes')
    .set(values)
    .where('email', '=', email)
    .where('browser_hash', '=', browser_hash)
    .execute();
}

const WRONG = 'WRONG_LOGIN_CODE';

const refuse = (message: string, code = 'LOGIN_CODE_ENDED'): ApiError => invalid({ code: [message] }, code);
const noCode = (): ApiError => refuse(t('No code for this email was asked for in this tab. Please ask for a new one.'));

function refusalOf(
  { used_at, expires_at, tries }: Selectable<LoginCodesTable>,
  isRight: boolean,
  now: Date,
): ApiError | undefined {
  if (used_at) return refuse(t('This code was used already. Please ask for a new one.'));
  if (expires_at <= now) return refuse(t('This code has expired. Please ask for a new one.'));
  if (tries >= TRIES) return refuse(t('Too many wrong codes were entered. Please ask for a new one.'));
  return isRight ? undefined : refuse(t('This is not the code from the email. Please check its six digits.'), WRONG);
}

/**
 * Returns the account of an address whose owner is present. If no owner has been present before, and the account has no role, a stranger may
 * have registered it in advance, and ordered with it. In that case its password and its sessions end.
 * @returns its id
 */
async function confirmedAccount(trx: Trx, email: string, now: Date): Promise<number> {
  const [name = ''] = email.split('@');
  await trx
    .insertInto('users')
    .values({ name, email, phone: '', password_hash: null, created_at: now, email_confirmed_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id, email_confirmed_at } = await trx
    .selectFrom('users')
    .select(['id', 'email_confirmed_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (email_confirmed_at) return id;
  await trx.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', id).execute();
  if (await hasRole(trx, id)) return id;
  await trx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
  await trx.deleteFrom('tokens').where('user_id', '=', id).execute();
  return id;
}

async function hasRole(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from vendor_members where user_id = ${userId}
    union all select from venue_operators where user_id = ${userId}
    union all select from site_operators where user_id = ${userId} limit 1`.execute(db);
  return rows.length > 0;
}
