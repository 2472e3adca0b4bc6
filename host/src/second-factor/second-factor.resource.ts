/** The requests of second factors. */
import { startRegistration } from '@simplewebauthn/browser';
import { api, notAnAnswer } from 'shared-contracts/client';
import { invalidate, useResource } from 'shared-contracts/query';
import type { AddedFactor, Envelope, FactorQuestion, SecondFactors } from 'shared-contracts/types';
import { type Answer, notUsed } from '../sign-in/passkey';
import { t } from '../words';

const FACTORS = '/me/second-factor';

export const useSecondFactors = () =>
  useResource<Envelope<SecondFactors>, SecondFactors>(FACTORS, {}, { select: ({ data }) => data });

export async function askProof(): Promise<FactorQuestion> {
  const { data } = await api().post<Envelope<FactorQuestion>>('/me/proof/question');
  if (!Array.isArray(data?.methods)) throw notAnAnswer();
  return data;
}

/** The code of an email, for an account without a second factor. */
interface EmailCode {
  email_code: { browser_key: string; code: string };
}

export async function sendProof(answer: (Answer | EmailCode) & { token: string }): Promise<void> {
  const response = await api().post('/me/proof', answer);
  // The site responds without a body, and another network with one.
  if (typeof response === 'object' && response !== null) throw notAnAnswer();
}

/** Makes a passkey, and adds it to the account. @throws ApiError */
export async function addPasskey(name: string): Promise<AddedFactor> {
  const { data } = await api().post<Envelope<{ options: unknown }>>(`${FACTORS}/passkeys/options`);
  if (!data?.options) throw notAnAnswer();
  const response = await startRegistration({ optionsJSON: data.options as never }).catch((cause: unknown) => {
    const isKnown = (cause as { name?: string }).name === 'InvalidStateError';
    throw notUsed(
      cause,
      isKnown ? t('This device has a passkey for your account already.') : t('No passkey was made. Please try again.'),
    );
  });
  return added(await api().post<Envelope<AddedFactor>>(`${FACTORS}/passkeys`, { name, response }));
}

export interface AppSetup {
  token: string;
  secret: string;
  /** The address in the QR code. */
  uri: string;
}

export async function startApp(): Promise<AppSetup> {
  const { data } = await api().post<Envelope<AppSetup>>(`${FACTORS}/authenticators/options`);
  if (typeof data?.secret !== 'string') throw notAnAnswer();
  return data;
}

export async function addApp({ token }: AppSetup, code: string): Promise<AddedFactor> {
  const body = { name: 'Authenticator app', token, code };
  return added(await api().post<Envelope<AddedFactor>>(`${FACTORS}/authenticators`, body));
}

export async function removeFactor(id: number): Promise<void> {
  await api().delete(`${FACTORS}/${id}`);
  void invalidate(FACTORS);
}

export async function renewRecoveryCodes(): Promise<string[]> {
  const { data } = await api().post<Envelope<{ recovery_codes: string[] }>>(`${FACTORS}/recovery-codes`);
  if (!Array.isArray(data?.recovery_codes)) throw notAnAnswer();
  void invalidate(FACTORS);
  return data.recovery_codes;
}

function added({ data }: Envelope<AddedFactor>): AddedFactor {
  if (!data?.factor) throw notAnAnswer();
  void invalidate(FACTORS);
  return data;
}
