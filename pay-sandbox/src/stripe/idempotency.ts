import { StripeWireError } from './stripe-errors';

/** What a key was used for, and the answer that every repeat gets. */
export interface KeptAnswer {
  request: string;
  createdAtMs: number;
  status: number;
  body: unknown;
}

const KEY_LIFETIME_MS = 24 * 3_600_000;

/** Stripe's rule for `Idempotency-Key`: one key, one request, one answer, for a day. */
export class IdempotencyKeys {
  constructor(private readonly kept: Record<string, KeptAnswer>) {}

  /** The answer of the first use, or null for a new key. @throws 400 when the key was used with other parameters */
  find(scope: string, request: string): KeptAnswer | null {
    const answer = this.kept[scope];
    if (!answer) return null;
    if (Date.now() - answer.createdAtMs > KEY_LIFETIME_MS) {
      delete this.kept[scope];
      return null;
    }
    if (answer.request !== request) {
      throw new StripeWireError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than the one you used if you meant to execute a different request.',
      });
    }
    return answer;
  }

  /** The body is copied: a repeat sees the first answer, not what became of the object since. */
  keep(scope: string, request: string, status: number, body: unknown) {
    this.kept[scope] = { request, createdAtMs: Date.now(), status, body: structuredClone(body) };
  }
}
