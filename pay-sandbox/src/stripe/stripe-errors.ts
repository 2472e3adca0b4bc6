/** Stripe's error bodies: `{"error": {...}}` with the HTTP status that the official packages turn into their error classes. */

export interface StripeErrorBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: unknown;
}

export class StripeWireError extends Error {
  constructor(
    readonly status: number,
    readonly body: StripeErrorBody,
  ) {
    super(body.message);
  }
}

export function invalidKey(): StripeWireError {
  return new StripeWireError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });
}

export function noSuchPaymentIntent(id: string): StripeWireError {
  return noSuchObject('payment_intent', id, 'intent');
}

export function noSuchObject(object: string, id: string, param = object): StripeWireError {
  return new StripeWireError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${object}: '${id}'`,
  });
}

export function invalidParameter(param: string, message: string, code?: string): StripeWireError {
  return new StripeWireError(400, { type: 'invalid_request_error', param, message, ...(code ? { code } : {}) });
}

export function unexpectedState(message: string, paymentIntent: unknown): StripeWireError {
  return new StripeWireError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: paymentIntent,
  });
}
