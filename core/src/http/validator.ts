/** Requests are validated by their schemas, and hold no character that the database cannot store. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { ApiError, type FieldErrors, invalid, notFound } from '../errors';
import { sentenceOf } from '../texts/sentences';
import { isStorable } from '../texts/storable-text';
import { namesNothing } from './id-parameter';

export const validatorOf: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const { data, error } = schema.safeParse(input, { error: ownSentence });
    if (error) return { error: namesNothing(error.issues) ? notFound() : invalid(byField(error.issues)) };
    // After the schema, which leaves out what it does not know and bounds how deep the rest is.
    return isStorableThroughout(data) ? { value: data } : { error: badCharacter() };
  };

/** Our sentences replace the library's, which are for developers, where a schema has none of its own. */
const ownSentence: z.core.$ZodErrorMap = (issue) => `${nameOf(issue.path ?? [])} ${sentenceOf(issue)}.`;

const nameOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'The body' : path.join('.'));

function byField(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body';
    fields[field] = [...(fields[field] ?? []), message];
  }
  return fields;
}

export const badCharacter = (cause?: unknown): ApiError =>
  new ApiError(422, 'BAD_CHARACTER', 'The request has a character that cannot be stored.', { cause });

function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  // Bytes are no text, and there are millions of them in a file.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(isStorableThroughout);
}
