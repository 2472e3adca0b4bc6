/**
 * The parts of the Pusher protocol, version 7, that this API uses: names, limits, codes and frames. A close code tells the client how to
 * continue: 4000 to 4099 means give up, 4100 to 4199 reconnect after a second, 4200 to 4299 reconnect immediately.
 */

export const PROTOCOL_VERSIONS: readonly number[] = [5, 6, 7];

export const CLOSE = {
  applicationUnknown: 4001,
  /** The version is not a number. */
  protocolUnreadable: 4006,
  protocolUnsupported: 4007,
  protocolMissing: 4008,
  unauthorized: 4009,
  comeBackLater: 4100,
  comeBack: 4200,
  noPong: 4201,
  refused: 4301,
} as const;

export const MAX_CHANNEL_NAME = 164;
export const MAX_EVENT_NAME = 200;
export const MAX_EVENT_BYTES = 10_240;
export const MAX_CHANNELS_PER_EVENT = 100;

const CHANNEL_NAME = /^[A-Za-z0-9_\-=@,.;]+$/;
const SOCKET_ID = /^\d{1,20}\.\d{1,20}$/;

/** True if the text has the form of a socket id (`123.456`). Any other text makes the engines refuse the whole event. */
export function isSocketId(text: string): boolean {
  return SOCKET_ID.test(text);
}

export function isChannelName(text: string): boolean {
  return text.length <= MAX_CHANNEL_NAME && CHANNEL_NAME.test(text);
}

export function isPrivateChannel(name: string): boolean {
  return name.startsWith('private-');
}

export function isPresenceChannel(name: string): boolean {
  return name.startsWith('presence-');
}

/** Pusher would send the last event of such a channel to each new subscriber. */
export function isCacheChannel(name: string): boolean {
  return /^(private-(encrypted-)?|presence-)?cache-/.test(name);
}

/** The messages that a client may send. */
export type ClientMessage =
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'subscribe'; channel: string; auth: string }
  | { kind: 'unsubscribe'; channel: string }
  | { kind: 'signin'; auth: string; userData: string }
  | { kind: 'client-event' }
  | { kind: 'unknown' };

/** Reads one frame. It never throws: an unreadable frame is `unknown`. */
export function readClientMessage(frame: string): ClientMessage {
  const message = parseObject(frame);
  const event = message?.event;
  if (typeof event !== 'string') return { kind: 'unknown' };
  const data = dataOf(message?.data);
  switch (event) {
    case 'pusher:ping':
      return { kind: 'ping' };
    case 'pusher:pong':
      return { kind: 'pong' };
    case 'pusher:subscribe':
      return { kind: 'subscribe', channel: textOf(data.channel), auth: textOf(data.auth) };
    case 'pusher:unsubscribe':
      return { kind: 'unsubscribe', channel: textOf(data.channel) };
    case 'pusher:signin':
      return { kind: 'signin', auth: textOf(data.auth), userData: textOf(data.user_data) };
    default:
      return event.startsWith('client-') ? { kind: 'client-event' } : { kind: 'unknown' };
  }
}

/** Builds a frame for a client. Pusher sends `data` as a JSON text inside the JSON, except in errors. */
export function frame(event: string, data: unknown, channel?: string): string {
  return JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data) });
}

export function errorFrame(code: number, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Clients send `data` as an object; some libraries send it as a JSON text. */
function dataOf(data: unknown): Record<string, unknown> {
  if (typeof data === 'string') return parseObject(data) ?? {};
  return isObject(data) ? data : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
