/** Calls the providers for which the API uses no client package. */
import { ProviderError } from './payment-provider';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;

export interface ProviderReply {
  status: number;
  text: string;
}

/** @returns null if the response is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** True if a call failed before anything left this machine, so it has certainly changed nothing. */
export function wasNeverSent(error: ProviderError): boolean {
  const failure = error.cause instanceof Error ? error.cause.cause : undefined;
  const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
}

/**
 * @param isRepeatable true for a call that changes nothing. It is repeated if its response is lost.
 * @throws ProviderError 'unavailable' if there is no response, or only a 429 or 5xx
 */
export async function callProvider(url: string, init: RequestInit, isRepeatable: boolean): Promise<ProviderReply> {
  let failure: unknown;
  for (let attempt = 0; attempt <= (isRepeatable ? RETRIES : 0); attempt += 1) {
    try {
      const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      if (response.status < 500 && response.status !== 429) return { status: response.status, text };
      failure = new Error(`HTTP ${response.status}`);
    } catch (error) {
      failure = error;
    }
  }
  throw new ProviderError('unavailable', failure instanceof Error ? failure.message.slice(0, 100) : 'unknown', failure);
}
