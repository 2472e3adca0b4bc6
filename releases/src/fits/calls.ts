/** The calls of the API that a build makes, as `surface.json` records them. */
import { z } from 'zod';
import type { JsonSchema } from './json-schema';

/** The number of the format that this version reads and writes. */
export const CALLS_FORM = 1;

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Only the compared keywords are read, so a schema needs no further check here. */
const schema: z.ZodType<JsonSchema> = z.record(z.string(), z.unknown()) as z.ZodType<JsonSchema>;

const callSchema = z.object({
  method: z.enum(METHODS),
  /** The paths below the root of the API, with `{}` for each segment that the app fills in: '/vendors/{}/tables'. Code may choose among some. */
  paths: z.array(z.string()).readonly(),
  /** The parameters of its query that it may send: an object. */
  query: schema.optional(),
  /** The names of the headers that it sends, in lower case. */
  headers: z.array(z.string()).readonly().optional(),
  /** The body that it sends. It is absent if the sources do not tell. */
  body: schema.optional(),
  /** The fields of the response that it reads. It is absent if it reads none. */
  response: schema.optional(),
  /** The place in its sources: 'src/catalog.resource.ts:43', or 'remote.json'. */
  at: z.string(),
});
export type Call = z.output<typeof callSchema>;

export const callsSchema = z.object({
  form: z.literal(CALLS_FORM),
  calls: z.array(callSchema).readonly(),
  /** The places of calls whose path the sources do not tell. They are not compared. */
  unread: z.array(z.string()).readonly(),
});
export type Calls = z.output<typeof callsSchema>;
