/** Validates requests by their schemas, and refuses characters that the database cannot store. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { ApiError, type FieldErrors, invalid, notFound } from '../errors';
import { sentenceOf } from '../texts/sentences';
import { isStorable } from '../texts/storable-text';
import { t } from '../words';
import { namesNothing } from './id-parameter';

export const validatorOf: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const { data, error } = schema.safeParse(input, { error: ownSentence });
    if (error) return { error: namesNothing(error.issues) ? notFound() : invalid(byField(error.issues)) };
    // This check comes after the schema, which has removed unknown fields and limited the depth of the rest.
    return isStorableThroughout(data) ? { value: data } : { error: badCharacter() };
  };

/** Replaces the library's sentence, which is written for developers, unless the schema has a sentence of its own. */
const ownSentence: z.core.$ZodErrorMap = (issue) =>
  t('{field} {problem}.', { field: nameOf(issue.path ?? []), problem: sentenceOf(issue) });

const nameOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? t('The body') : path.join('.'));

function byField(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = path.join('.') || 'body';
    fields[field] = [...(fields[field] ?? []), message];
  }
  return fields;
}

export const badCharacter = (cause?: unknown): ApiError =>
  new ApiError(422, 'BAD_CHARACTER', t('The request has a character that cannot be stored.'), { cause });

function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  // Bytes are not text, and a file has millions of them.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(isStorableThroughout);
}
