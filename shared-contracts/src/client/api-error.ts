/** A refusal or failure of the API, in one shape. Compare `code`, never the class: bundles may hold copies of it. */
import { anotherNetwork } from '../another-network';
import type { ErrorBody } from '../types';
import { t } from '../words';

export interface ApiErrorShape {
  name: 'ApiError';
  /** HTTP status; 0 when no response came (offline, timed out). */
  status: number;
  /** The API's stable machine code; NETWORK or TIMEOUT when no response came, NOT_AN_ANSWER when it was not the API's. */
  code: string;
  message: string;
  /** Messages by field, for 422. */
  errors: Record<string, string[]>;
  /** The current resource, where a 409 carries it. */
  data: unknown;
  /** Seconds, for 429. */
  retryAfter: number | undefined;
}

export class ApiError extends Error implements ApiErrorShape {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { data?: unknown }, retryAfter?: number, cause?: unknown) {
    super(body.message ?? t('Something went wrong. Please try again.'), { cause });
    this.status = status;
    this.code = body.code ?? 'UNKNOWN';
    this.errors = body.errors ?? {};
    this.data = body.data;
    this.retryAfter = retryAfter;
  }
}

/** Makes the error for a success that the API did not send, such as the sign-in page of a Wi-Fi network. */
export function notAnAnswer(): ApiError {
  return new ApiError(0, { code: 'NOT_AN_ANSWER', message: anotherNetwork() });
}

/** Makes the error for a request without a response: the device, its network or the site is offline. */
export function unreachable(cause: unknown): ApiError {
  const message = t('The site could not be reached. Check your internet connection and try again.');
  return new ApiError(0, { code: 'NETWORK', message }, undefined, cause);
}

/**
 * Tells whether an error is one of the API's, also one that another copy of this module made.
 * @example
 * if (isApiError(error) && error.status === 409) showToast(error.message);
 */
export function isApiError(error: unknown): error is ApiErrorShape {
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'ApiError';
}

/**
 * Returns the first message of a field, for the line below it.
 * @example
 * <TextField label="Email" error={fieldError(save.error, 'email')} />
 */
export function fieldError(error: unknown, field: string): string | undefined {
  return isApiError(error) ? error.errors[field]?.[0] : undefined;
}
