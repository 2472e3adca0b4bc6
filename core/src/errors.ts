/** The errors of the API. The body is always {message, code, errors?, data?}. */
import { inspect } from 'node:util';
import { errorSchema } from 'shared-contracts/schemas';
import type { z } from 'zod';
import { t } from './words';

export type FieldErrors = Record<string, string[]>;

interface Details {
  /** Messages per field, in a 422. */
  errors?: FieldErrors;
  /** The current resource, in a 409. The client shows it in place of its old copy. */
  data?: unknown;
  /** The seconds for the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(
    readonly status: number,
    /** For programs, so it never changes. In SCREAMING_SNAKE_CASE. */
    readonly code: string,
    message: string,
    { errors, data, retryAfter, cause }: Details = {},
  ) {
    super(message, { cause });
    this.errors = errors;
    this.data = data;
    this.retryAfter = retryAfter;
  }

  toBody(): { message: string; code: string; errors?: FieldErrors; data?: unknown } {
    return {
      message: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(this.data !== undefined && { data: this.data }),
    };
  }
}

/** Use it only on a guarded route: the client logs out on any 401. */
export const unauthenticated = (): ApiError =>
  new ApiError(401, 'UNAUTHENTICATED', t('Your session has ended. Please log in again.'));

/** The session of an operator that was not used for hours. */
export const idleSession = (): ApiError =>
  new ApiError(401, 'SESSION_IDLE', t('You were signed out after 12 hours without use. Please log in again.'));

/** The caller has a role that works only with a second factor, and the account has none. */
export const secondFactorRequired = (): ApiError =>
  new ApiError(
    403,
    'SECOND_FACTOR_REQUIRED',
    t('This hall asks its operators for a second factor. Set one up in My Account, then go on here.'),
  );

export const forbidden = (message = t("You don't have permission to do that.")): ApiError =>
  new ApiError(403, 'FORBIDDEN', message);

/**
 * Use it also for a resource that exists but belongs to someone else.
 * @example
 * throw notFound(t('Cart not found.'));
 */
export const notFound = (message = t('Page not found.')): ApiError => new ApiError(404, 'NOT_FOUND', message);

/** The body of a 409. Its `data` is the current resource, or null when the resource is gone. */
export const conflictWith = <T extends z.ZodType>(data: T) => errorSchema.extend({ data: data.nullish() });

/** The resource has changed meanwhile. `data` is its current state. */
export const conflict = (code: string, message: string, data?: unknown): ApiError =>
  new ApiError(409, code, message, { data });

/** The error's message is the first message of the first field, for a client that shows no fields. */
export const invalid = (errors: FieldErrors, code = 'INVALID'): ApiError =>
  new ApiError(422, code, Object.values(errors)[0]?.[0] ?? t('The request is not valid.'), { errors });

export const tooMany = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, 'TOO_MANY_REQUESTS', t('Too many attempts. Please wait and try again.'), {
    retryAfter: Math.max(1, Math.ceil(retryAfterSeconds)),
  });

/** The message of any thrown value. Under Jest, PGlite's errors are not instances of this realm's Error. */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  // String() throws for an object that has no way to become a text.
  return 'message' in error && typeof error.message === 'string' ? error.message : inspect(error);
}

/**
 * True when Node threw the error because a system call failed, for example with ENOSPC or ECONNRESET. A property identifies it, because
 * Jest has an Error class of its own.
 */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error;

/** The SQLSTATE of an error of either engine, or null. Do not use instanceof: PGlite has error classes of its own. */
export function sqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** The name of the violated constraint, or null. */
export function constraintOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}

export const SqlState = {
  outOfRange: '22003',
  badCharacter: '22021',
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlock: '40P01',
} as const;
