import { StripeWireError } from './stripe-errors';

/** The request that used a key, and the response that every repeat gets. */
export interface StoredResponse {
  request: string;
  createdAtMs: number;
  status: number;
  body: unknown;
}

const KEY_LIFETIME_MS = 24 * 3_600_000;

/** Applies Stripe's rule for `Idempotency-Key`: for a day, a key belongs to one request and its response. */
export class IdempotencyKeys {
  constructor(private readonly responses: Record<string, StoredResponse>) {}

  /** @returns the response of the first use, or null for a new key @throws 400 if the key was used with other parameters */
  find(scope: string, request: string): StoredResponse | null {
    const response = this.responses[scope];
    if (!response) return null;
    if (Date.now() - response.createdAtMs > KEY_LIFETIME_MS) {
      delete this.responses[scope];
      return null;
    }
    if (response.request !== request) {
      throw new StripeWireError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than the one you used if you meant to execute a different request.',
      });
    }
    return response;
  }

  /** Copies the body, so that a repeat gets the first response without later changes of the object. */
  store(scope: string, request: string, status: number, body: unknown) {
    this.responses[scope] = { request, createdAtMs: Date.now(), status, body: structuredClone(body) };
  }
}
