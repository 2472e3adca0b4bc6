/** The answers to the question for a second factor, and the browser's part in that of a passkey. */
import { startAuthentication } from '@simplewebauthn/browser';
import { ApiError } from 'shared-contracts/client';
import type { FactorQuestion } from 'shared-contracts/types';
import { t } from '../words';

/** An answer to a question, without its token. */
export interface Answer {
  passkey?: unknown;
  code?: string;
  recovery_code?: string;
}

/** Lets the browser ask for the passkey. @throws ApiError with a sentence for the person */
export async function readPasskey({ passkey }: FactorQuestion): Promise<unknown> {
  try {
    return await startAuthentication({ optionsJSON: passkey as never });
  } catch (cause) {
    throw notUsed(cause, t('The passkey was not used. Try again, or use another way.'));
  }
}

/** Browsers reject with the same error when the person cancels, waits too long, or has no such passkey. */
export function notUsed(cause: unknown, message: string): ApiError {
  return new ApiError(0, { code: 'PASSKEY_NOT_USED', message }, undefined, cause);
}
