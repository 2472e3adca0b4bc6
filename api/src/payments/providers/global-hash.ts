/** Computes the hashes of Global's hosted payment page and remote interface. Both sides prove with them that they know the venue's secret. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The values are joined with dots in the order that the message requires. A missing value is an empty text. */
export function globalHash(values: readonly string[], secret: string): string {
  return sha1(`${sha1(values.join('.'))}.${secret}`);
}

export interface HashedRequest {
  TIMESTAMP: string;
  MERCHANT_ID: string;
  ORDER_ID: string;
  AMOUNT: string;
  CURRENCY: string;
}

export function requestHash(request: HashedRequest, secret: string): string {
  const { TIMESTAMP, MERCHANT_ID, ORDER_ID, AMOUNT, CURRENCY } = request;
  return globalHash([TIMESTAMP, MERCHANT_ID, ORDER_ID, AMOUNT, CURRENCY], secret);
}

/** The hash of a reply does not cover the amount. */
export interface HashedReply {
  TIMESTAMP: string;
  MERCHANT_ID: string;
  ORDER_ID: string;
  RESULT: string;
  MESSAGE: string;
  PASREF: string;
  AUTHCODE: string;
}

export function replyHash(reply: HashedReply, secret: string): string {
  const { TIMESTAMP, MERCHANT_ID, ORDER_ID, RESULT, MESSAGE, PASREF, AUTHCODE } = reply;
  return globalHash([TIMESTAMP, MERCHANT_ID, ORDER_ID, RESULT, MESSAGE, PASREF, AUTHCODE], secret);
}

export function isSameHash(expected: string, found: string): boolean {
  const left = Buffer.from(expected, 'utf8');
  const right = Buffer.from(found.toLowerCase(), 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Formats a time as YYYYMMDDHHMMSS in UTC. */
export function globalTimestamp(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}

export function sha1(text: string): string {
  return createHash('sha1').update(text, 'utf8').digest('hex');
}
