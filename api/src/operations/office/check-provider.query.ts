/** Tries the keys of a hall at its provider, as the doctor of the command line does. */
import { AttemptCounts } from 'core/attempt-counts';
import type { ProviderCheck } from 'shared-contracts/types';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { tryKey, tryWebhook, type WebhookResult } from '../doctor/check-providers';
import { venueRow } from './settings.query';

/** Each check calls the provider and the site's own address. */
const CHECKS = 20;
const WINDOW_MS = 10 * 60_000;

/** @throws ApiError 404; 429 for too many checks */
export async function checkProvider(deps: PaymentDeps, venueId: number): Promise<ProviderCheck> {
  const venue = await venueRow(deps.db, venueId);
  const count = { key: `provider check of venue ${venueId}`, limit: CHECKS, windowMs: WINDOW_MS };
  await new AttemptCounts(deps.db, deps.clock).take([count]);
  const [key, webhook] = await Promise.all([tryKey(deps, venue), webhookOf(deps, venue)]);
  return { provider: venue.payment_provider, ...key, ...webhook };
}

async function webhookOf(deps: PaymentDeps, venue: Parameters<typeof tryWebhook>[1]): Promise<WebhookResult> {
  // Global sends no webhooks: it sends the guest back with the result.
  if (venue.payment_provider === 'Global') return { webhooks: 'none', webhook_url: null };
  const { webhooks, webhook_url } = await tryWebhook(deps, venue);
  return { webhooks, webhook_url };
}
