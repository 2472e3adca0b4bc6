/** Requests are validated by their schemas, and hold no character that the database cannot store. */
import type { FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { ApiError } from '../errors';
import { isStorable } from '../storable-text';

export const validatorOf: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  return (input: unknown) => {
    const result = validate(input);
    // After the schema, which leaves out what it does not know and bounds how deep the rest is.
    if (typeof result === 'object' && 'value' in result && !isStorableThroughout(result.value))
      return { error: badCharacter() };
    return result;
  };
};

export const badCharacter = (cause?: unknown): ApiError =>
  new ApiError(422, 'BAD_CHARACTER', 'The request has a character that cannot be stored.', { cause });

function isStorableThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  // Bytes are no text, and there are millions of them in a file.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return Object.values(value).every(isStorableThroughout);
}
