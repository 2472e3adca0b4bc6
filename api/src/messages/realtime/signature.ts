/** Signs subscriptions to private channels, and users, in Pusher's format. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface RealtimeCredentials {
  appId: string;
  key: string;
  secret: string;
}

/** Returns the `auth` that lets this one socket subscribe to a private channel. */
export function channelAuth(credentials: RealtimeCredentials, socketId: string, channel: string): string {
  return `${credentials.key}:${hmac(credentials.secret, `${socketId}:${channel}`)}`;
}

/** Returns the `auth` that signs this one socket in as a user. `userData` is the JSON text from the client. */
export function userAuth(credentials: RealtimeCredentials, socketId: string, userData: string): string {
  return `${credentials.key}:${hmac(credentials.secret, `${socketId}::user::${userData}`)}`;
}

export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
