/** Schemas of bodies that are not JSON. Routes name them in `schema`, for the description of the API. */
import { z } from 'zod';

/** The empty body of a 204 and of a redirect. */
export const noContent = z.undefined();

/** A page: `response: { 200: htmlPage }`. */
export const htmlPage = { content: { 'text/html': { schema: z.string() } } };

export const plainText = { content: { 'text/plain': { schema: z.string() } } };

export const BINARY = { type: 'string', format: 'binary' } as const;

/**
 * A file as the body of a request, with `consumes: FILE`. The command checks its content. Any other body becomes undefined: JSON as
 * large as a file can be nested so deeply that a function which visits it ends with a stack overflow.
 */
export const fileBody = z
  .unknown()
  .transform((body) => (Buffer.isBuffer(body) ? body : undefined))
  .meta(BINARY);
export const FILE = ['application/octet-stream'];
