/** Injects faults for tests. All faults are off until `/__control/faults` sets them. */

export type WebhookMode =
  | 'deliver'
  /** The event is never sent, but it exists at the provider. */
  | 'drop'
  /** The event is held until a call of /__control/webhooks/release. */
  | 'hold'
  /** The event is sent after `delayMs`. */
  | 'delay'
  /** The event is sent twice. */
  | 'duplicate'
  /** Events are held until two are waiting, and the later one is sent first. */
  | 'reorder';

export interface Faults {
  webhooks: { mode: WebhookMode; delayMs: number };
  /** The next `times` API calls whose path starts with `path` get status 500: before the work is done, or after. */
  failure: { times: number; path: string; when: 'before' | 'after' };
  /** The next `times` successful payments report an amount that differs by `by` minor units. */
  wrongAmount: { times: number; by: number };
  /** The next `times` successful payments report this currency. */
  wrongCurrency: { times: number; currency: string };
  /** The next `times` confirmations stay in 'processing' until /__control/stripe/settle or /__control/paystack/settle. */
  processing: { times: number };
  /** The fee of the next `times` successful payments is not known until /__control/fee. Stripe then has no balance transaction. */
  unknownFee: { times: number };
  /** Stripe makes no transfers to the connected account with this id, and takes nothing back from it. */
  closedAccount: { id: string };
  /** The delay of every API response, in milliseconds. */
  latencyMs: number;
}

export function noFaults(): Faults {
  return {
    webhooks: { mode: 'deliver', delayMs: 1_000 },
    failure: { times: 0, path: '/v1/', when: 'before' },
    wrongAmount: { times: 0, by: 100 },
    wrongCurrency: { times: 0, currency: 'usd' },
    processing: { times: 0 },
    unknownFee: { times: 0 },
    closedAccount: { id: '' },
    latencyMs: 0,
  };
}

/** Uses up one of the fault's `times`. Returns false if none is left. */
export function takeFault(fault: { times: number }): boolean {
  if (fault.times <= 0) return false;
  fault.times -= 1;
  return true;
}
