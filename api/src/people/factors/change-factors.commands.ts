/** Adds and removes the second factors of an account. The caller has asked for a recent proof. Triggers write the audit log. */
import { inTransaction, type Trx } from 'core/database/kysely';
import { conflict, constraintOf, invalid, notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { AddedFactor } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { actAs, auditOfOperator } from '../audit/act-as';
import { authenticatorAddress, newSecret, stepOfCode } from './authenticator';
import { type FactorStep, newStep, takeStep } from './factor-steps';
import { factorsOf, isFactorRequired, isPasskey, lockFactors, presentFactor } from './factors.repository';
import { hasPasskeys, readRegistration, registrationOptions } from './passkeys';
import { makeRecoveryCodes } from './recovery-codes';

/** The most factors of one account. */
const FACTORS = 10;

type Given = Pick<Deps, 'db' | 'clock' | 'config'>;

/** @returns the options with which the browser makes a passkey */
export async function startPasskey({ db, clock, config }: Given, session: Session): Promise<Record<string, unknown>> {
  if (!hasPasskeys(config)) {
    throw conflict(
      'NO_PASSKEYS',
      t('This site has no https, so browsers make no passkeys for it. Use an app instead.'),
    );
  }
  const token = await newStep(db, stepOf(session, 'add-passkey'), clock.now());
  const known = (await factorsOf(db, session.user.id)).filter(isPasskey);
  return registrationOptions(config, { token, user: session.user, known });
}

/** @throws ApiError 409 TOO_MANY_FACTORS; 422 for a response that is no new passkey of this site */
export function addPasskey(
  { db, clock, config }: Given,
  session: Session,
  { name, response }: { name: string; response: Record<string, unknown> },
): Promise<AddedFactor> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const passkey = await readRegistration(config, response, async (token) => {
      await takeStep(trx, { token, purpose: 'add-passkey', session }, now);
      return true;
    });
    if (!passkey) {
      throw invalid({ response: [t('The passkey could not be added. Please start again.')] }, 'PASSKEY_REFUSED');
    }
    return store(trx, session, now, {
      kind: 'passkey',
      name,
      credential_id: Buffer.from(passkey.id, 'base64url'),
      public_key: Buffer.from(passkey.publicKey),
      sign_count: passkey.counter,
      transports: [...(passkey.transports ?? [])],
    });
  });
}

/** @returns the secret for an authenticator app. The app is added once it has shown a right code. */
export async function startAuthenticator(
  { db, clock, config }: Given,
  session: Session,
): Promise<{ token: string; secret: string; uri: string }> {
  const secret = newSecret();
  const token = await newStep(db, { ...stepOf(session, 'add-authenticator'), secret }, clock.now());
  const site = new URL(config.siteUrl).host;
  return { token, ...authenticatorAddress(secret, { site, email: session.user.email }) };
}

/** @throws ApiError 409 TOO_MANY_FACTORS; 422 for a wrong code or a step that ended */
export function addAuthenticator(
  { db, clock }: Given,
  session: Session,
  { name, token, code }: { name: string; token: string; code: string },
): Promise<AddedFactor> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const { secret } = await takeStep(trx, { token, purpose: 'add-authenticator', session }, now);
    const step = secret && stepOfCode(secret, code, now);
    if (secret === null || step === null) {
      const message = t(
        'This is not the code of your authenticator app. Check its six digits and the clock of the phone.',
      );
      throw invalid({ code: [message] }, 'WRONG_FACTOR');
    }
    return store(trx, session, now, { kind: 'authenticator', name, secret, last_step: step });
  });
}

/** @throws ApiError 404; 409 LAST_FACTOR where a hall requires one */
export async function removeFactor({ db }: Given, session: Session, factorId: number): Promise<void> {
  const userId = session.user.id;
  await inTransaction(db, async (trx) => {
    const factors = await lockFactors(trx, userId);
    if (!factors.some(({ id }) => id === factorId)) throw notFound(t('Second factor not found.'));
    const isLast = factors.length === 1;
    if (isLast && (await isFactorRequired(trx, userId))) {
      throw conflict('LAST_FACTOR', t('A hall that you run asks for a second factor. Add another one first.'));
    }
    await actAs(trx, userId);
    await trx.deleteFrom('second_factors').where('id', '=', factorId).execute();
    if (isLast) await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  });
}

/** Replaces the recovery codes. @throws ApiError 409 NO_FACTOR */
export function renewRecoveryCodes({ db }: Given, session: Session): Promise<string[]> {
  const userId = session.user.id;
  return inTransaction(db, async (trx) => {
    if ((await lockFactors(trx, userId)).length === 0) {
      throw conflict('NO_FACTOR', t('Recovery codes come with a second factor. Add one first.'));
    }
    const codes = await makeRecoveryCodes(trx, userId);
    await actAs(trx, userId);
    await auditOfOperator(trx, 'second-factor.recovery-codes-made', userId);
    return codes;
  });
}

type NewFactor = { name: string } & (
  | { kind: 'passkey'; credential_id: Buffer; public_key: Buffer; sign_count: number; transports: string[] }
  | { kind: 'authenticator'; secret: Buffer; last_step: number }
);

/** Stores a factor. Its first use is the proof of its setup, so the session counts as proved. */
async function store(trx: Trx, session: Session, now: Date, factor: NewFactor): Promise<AddedFactor> {
  const userId = session.user.id;
  const known = await lockFactors(trx, userId);
  if (known.length >= FACTORS) {
    throw conflict('TOO_MANY_FACTORS', t('This account has as many second factors as it can have. Remove one first.'));
  }
  await actAs(trx, userId);
  const row = await trx
    .insertInto('second_factors')
    .values({ ...factor, user_id: userId, created_at: now, last_used_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'second_factors_credential_id_key') throw error;
      throw conflict('PASSKEY_KNOWN', t('This passkey is in use already.'));
    });
  await trx.updateTable('tokens').set({ proved_at: now }).where('id', '=', session.tokenId).execute();
  return {
    factor: presentFactor(row),
    recovery_codes: known.length === 0 ? await makeRecoveryCodes(trx, userId) : null,
  };
}

const stepOf = (session: Session, purpose: FactorStep['purpose']) => ({
  user_id: session.user.id,
  purpose,
  token_id: session.tokenId,
});
