import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';
import { newId, unixNow } from './stripe-objects';

export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Sends an event of Stripe to an account's webhook. */
export type EmitEvent = (accountId: string, type: string, object: object) => void;

export function stripeEvents(webhooks: Pick<WebhookDispatcher, 'dispatch'>): EmitEvent {
  return (accountId, type, object) => {
    const id = newId('evt');
    const event = {
      id,
      object: 'event',
      api_version: STRIPE_API_VERSION,
      created: unixNow(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    webhooks.dispatch({
      id,
      provider: 'stripe',
      accountId,
      eventId: id,
      eventType: type,
      // The object is copied now, because an event holds the state at the time when it happened.
      body: JSON.stringify(event),
      attempts: 0,
      state: 'waiting',
    });
  };
}
