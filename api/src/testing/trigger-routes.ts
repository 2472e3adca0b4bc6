/**
 * The HTTP side of an outside Pusher engine. The tests simulate one with the embedded engine. A site has no such routes: its secret never leaves
 * it, and its events come from its outbox.
 */
import { createHash, createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Broadcaster } from '../messages/realtime/broadcaster';
import {
  isChannelName,
  isSocketId,
  MAX_CHANNELS_PER_EVENT,
  MAX_EVENT_BYTES,
  MAX_EVENT_NAME,
} from '../messages/realtime/protocol';
import { type RealtimeCredentials, sameText } from '../messages/realtime/signature';

/** The seconds for which a signed HTTP request stays valid, as at Pusher. */
const TRIGGER_VALIDITY_S = 600;

export interface TriggerRoutesOptions {
  credentials: RealtimeCredentials;
  broadcaster: Broadcaster;
}

const channelName = z
  .string()
  .refine((name) => isChannelName(name.replace(/^#server-to-user-/, '')), { error: 'Invalid channel name' });
const socketId = z.string().refine(isSocketId, { error: 'Invalid socket id' });
const eventData = z.string().refine((text) => Buffer.byteLength(text) <= MAX_EVENT_BYTES, {
  error: `The data is larger than ${MAX_EVENT_BYTES} bytes`,
});
const eventName = z.string().min(1).max(MAX_EVENT_NAME);

const triggerBody = z
  .object({
    name: eventName,
    data: eventData,
    channel: channelName.optional(),
    channels: z.array(channelName).max(MAX_CHANNELS_PER_EVENT).optional(),
    socket_id: socketId.optional(),
  })
  .transform(({ channel, channels, ...event }) => ({
    ...event,
    channels: channels ?? (channel === undefined ? [] : [channel]),
  }))
  .refine((event) => event.channels.length > 0, { error: 'No channel' });

const batchBody = z.object({
  batch: z
    .array(z.object({ name: eventName, data: eventData, channel: channelName, socket_id: socketId.optional() }))
    .max(10),
});

/** These routes need a separate scope, because they replace the body parsers. */
export function triggerRoutes(app: FastifyInstance, { credentials, broadcaster }: TriggerRoutesOptions): void {
  // The signature covers the body's bytes, so no parser may change them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 131_072 }, (_request, body, done) => done(null, body));

  app.addHook<{ Params: { appId: string }; Querystring: Record<string, string>; Body: unknown }>(
    'preHandler',
    async (request, reply) => {
      if (request.params.appId !== credentials.appId) {
        return reply.code(404).send({ error: `App ${request.params.appId} not found` });
      }
      const refusal = triggerRefusal(
        credentials,
        {
          method: request.method,
          path: request.url.split('?', 1)[0] ?? '',
          query: request.query,
          body: bytesOf(request.body),
        },
        Math.floor(Date.now() / 1000),
      );
      if (refusal !== null) return reply.code(401).send({ error: refusal });
    },
  );

  app.post('/apps/:appId/events', async (request, reply) => {
    const event = triggerBody.safeParse(jsonOf(request.body));
    if (!event.success) return reply.code(400).send({ error: z.prettifyError(event.error) });
    const { channels, name, data, socket_id } = event.data;
    await broadcaster.broadcast(channels, name, data, { exceptSocketId: socket_id });
    return {};
  });

  app.post('/apps/:appId/batch_events', async (request, reply) => {
    const body = batchBody.safeParse(jsonOf(request.body));
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
    for (const { channel, name, data, socket_id } of body.data.batch) {
      await broadcaster.broadcast([channel], name, data, { exceptSocketId: socket_id });
    }
    return {};
  });
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(bytesOf(body).toString());
  } catch {
    return undefined;
  }
}

interface TriggerRequest {
  method: string;
  /** The path without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** The body's original bytes, because parsing and writing JSON again would change the digest. */
  body: Buffer;
}

/** Explains why a signed HTTP request is invalid; null if it is valid. */
function triggerRefusal(credentials: RealtimeCredentials, request: TriggerRequest, nowSeconds: number): string | null {
  const { auth_key, auth_timestamp, auth_version, auth_signature, body_md5 } = request.query;
  if (auth_key !== credentials.key) return 'Unknown auth_key';
  if (auth_version !== '1.0') return 'auth_version must be 1.0';
  const sentAt = Number(auth_timestamp);
  if (!Number.isInteger(sentAt) || Math.abs(nowSeconds - sentAt) > TRIGGER_VALIDITY_S) {
    return `auth_timestamp is more than ${TRIGGER_VALIDITY_S} s away from this server's clock`;
  }
  const digest = createHash('md5').update(request.body).digest('hex');
  if (!sameText(digest, body_md5 ?? '')) return 'body_md5 does not match the body';
  const signed = Object.keys(request.query)
    .filter((name) => name !== 'auth_signature')
    .sort()
    .map((name) => `${name}=${request.query[name]}`)
    .join('&');
  const text = `${request.method.toUpperCase()}\n${request.path}\n${signed}`;
  const expected = createHmac('sha256', credentials.secret).update(text).digest('hex');
  return sameText(expected, auth_signature ?? '') ? null : 'auth_signature does not match';
}
