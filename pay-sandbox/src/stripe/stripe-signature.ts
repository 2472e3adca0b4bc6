import { createHmac } from 'node:crypto';

/** Writes Stripe's signature header of a webhook: an HMAC-SHA256 of `{seconds}.{body}`, scheme v1. */
export function stripeSignature(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
