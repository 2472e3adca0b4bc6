/** Pusher's signatures: of a subscription to a private channel, and of events sent over HTTP. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface RealtimeCredentials {
  appId: string;
  key: string;
  secret: string;
}

/** Seconds that a signed HTTP request stays valid, as at Pusher. */
const TRIGGER_VALIDITY_S = 600;

/** The `auth` that lets this one socket subscribe to a private channel. */
export function channelAuth(credentials: RealtimeCredentials, socketId: string, channel: string): string {
  return `${credentials.key}:${hmac(credentials.secret, `${socketId}:${channel}`)}`;
}

/** The `auth` that signs this one socket in as a user; `userData` is the JSON text that the client sends along. */
export function userAuth(credentials: RealtimeCredentials, socketId: string, userData: string): string {
  return `${credentials.key}:${hmac(credentials.secret, `${socketId}::user::${userData}`)}`;
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export interface TriggerRequest {
  method: string;
  /** The path alone, without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** The body's bytes as they came: parsing and writing JSON again would change the digest. */
  body: Buffer;
}

/** Why a signed HTTP request is not to be believed, or null when it is. */
export function triggerRefusal(
  credentials: RealtimeCredentials,
  request: TriggerRequest,
  nowSeconds: number,
): string | null {
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
  const expected = hmac(credentials.secret, `${request.method.toUpperCase()}\n${request.path}\n${signed}`);
  return sameText(expected, auth_signature ?? '') ? null : 'auth_signature does not match';
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
