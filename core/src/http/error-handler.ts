/**
 * Sends every failure as {message, code, errors?, data?}, with nothing that the caller may not know. `data` is sent only through the
 * route's schema for that status.
 */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isUnavailable } from '../database/unavailable';
import { ApiError, invalid, notFound, SqlState, sqlState } from '../errors';
import { t } from '../words';
import { badCharacter } from './validator';

/** A database takes about this long to start or to fail over. */
export const RETRY_AFTER_S = 5;

export function registerErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    const { known, body } = writtenFor(reply, toApiError(error, request.id));
    if (known.status >= 500)
      request.log.error({ err: known.code === 'INTERNAL' ? known.cause : error }, 'request failed');
    if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
    return reply
      .status(known.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer((text) => String(text))
      .send(body);
  });
}

/** @returns the error with its body as text; a 500 when `data` does not match its schema */
function writtenFor(reply: FastifyReply, known: ApiError): { known: ApiError; body: string } {
  const write = known.data === undefined ? undefined : reply.getSerializationFunction(String(known.status));
  try {
    const { data, ...error } = known.toBody();
    return { known, body: write ? write({ ...error, data }) : JSON.stringify(error) };
  } catch (cause) {
    const failure = internal(reply.request.id, cause);
    return { known: failure, body: JSON.stringify(failure.toBody()) };
  }
}

/** Turns an error into one that shows the caller only what it may know. */
export function toApiError(error: FastifyError | ApiError, requestId: string): ApiError {
  if (error.name === 'ApiError') return error as ApiError;
  // The number is larger than the database's integers.
  if (sqlState(error) === SqlState.outOfRange)
    return invalid({ id: [t('This number is out of range.')] }, 'OUT_OF_RANGE');
  // A route with a schema has already refused these characters, so this route has none.
  if (sqlState(error) === SqlState.badCharacter) return badCharacter(error);
  if (isUnavailable(error)) {
    const message = t('Our database is not available right now. Please try again in a moment.');
    return new ApiError(503, 'DATABASE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER_S, cause: error });
  }
  const { statusCode } = error as FastifyError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return refusedBefore(statusCode, error);
  return internal(requestId, error);
}

/** The codes of refusals by the framework, whose own codes may change with its version. */
const CODES: Readonly<Record<number, string>> = {
  413: 'CONTENT_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
};

/** The framework refuses malformed JSON, a body that is too large and an unknown content type before a route sees the request. */
function refusedBefore(status: number, error: Error): ApiError {
  // It refuses the folders of served files, and their hidden files, with a 403. For a visitor there is nothing.
  if (status === 403 || status === 404) return notFound();
  return new ApiError(status, CODES[status] ?? 'BAD_REQUEST', error.message, { cause: error });
}

function internal(requestId: string, cause: unknown): ApiError {
  const message = t('Something went wrong on our side. Please try again. ({requestId})', { requestId });
  return new ApiError(500, 'INTERNAL', message, { cause });
}
