/**
 * The one serializer of all responses. It leaves out each field that the schema does not name, so a presenter cannot leak one. In tests a
 * response with more fields than its schema fails.
 */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';
import type { App } from './scope';

export interface SerializerOptions {
  /** True: a response with more fields than its schema fails. */
  isStrict: boolean;
}

export function createSerializerCompiler({ isStrict }: SerializerOptions): FastifySerializerCompiler<z.ZodType> {
  return ({ schema, method, url }) =>
    (body: unknown) => {
      const { data, error } = schema.safeParse(body);
      if (error)
        throw new Error(`The response to ${method} ${url} is not what its schema says.\n${z.prettifyError(error)}`);
      if (isStrict) {
        const surplus = surplusOf(JSON.parse(JSON.stringify(body)), JSON.parse(JSON.stringify(data)));
        if (surplus.length > 0) {
          throw new Error(`The response to ${method} ${url} holds more than its schema: ${surplus.join(', ')}`);
        }
      }
      return JSON.stringify(data);
    };
}

/**
 * Makes a serializer for a route that builds its text itself, because it caches or streams the text.
 * @param url appears only in errors
 */
export function writerFor<T extends z.ZodType>(app: App, schema: T, url: string): (body: z.input<T>) => string {
  const compile = app.serializerCompiler as FastifySerializerCompiler<z.ZodType> | undefined;
  if (!compile) throw new Error('The app has no serializer.');
  const write = compile({ schema, method: 'GET', url });
  return (body) => String(write(body));
}

/** Sends a text from `writerFor`, or a stream of such texts, unchanged. */
export function sendWritten(reply: FastifyReply, json: string | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** The paths of the fields that `found` has and `named` lacks. */
function surplusOf(found: unknown, named: unknown, path = ''): string[] {
  if (typeof found !== 'object' || found === null || typeof named !== 'object' || named === null) return [];
  const known: Readonly<Record<string, unknown>> = { ...named };
  return Object.entries(found).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return key in known ? surplusOf(value, known[key], at) : [at];
  });
}
