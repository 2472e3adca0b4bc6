import { createHmac } from 'node:crypto';

/** Stripe's webhook signature header: HMAC-SHA256 over `{seconds}.{body}`, scheme v1. */
export function stripeSignature(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
