/** Verifies webhooks, stores them, acknowledges them, and only then processes them. Their content is only a hint: the provider is asked. */
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, messageOf, notFound } from 'core/errors';
import { storableText } from 'core/texts/storable-text';
import { enqueue } from '../../messages/outbox/enqueue';
import { type Attempt, findAttemptByReference } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import {
  BadSignatureError,
  isProviderError,
  type PaymentProvider,
  type ProviderName,
  type WebhookNotice,
} from '../providers/payment-provider';

const PROVIDER_OF_PATH: Readonly<Record<string, ProviderName>> = { stripe: 'Stripe', paystack: 'Paystack' };

export interface ReceivedWebhook {
  /** The name in the address: 'stripe'. */
  providerPath: string;
  /** The venue's id, or its slug, which is known before its document is imported. */
  venue: string;
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * @throws ApiError 400 for an invalid signature or an event that cannot be stored, 404 for an unknown venue or provider, 503 while no secret is
 * set
 */
export async function storeWebhook(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'outbox' | 'log' | 'providers'>,
  received: ReceivedWebhook,
): Promise<void> {
  const name = Object.hasOwn(PROVIDER_OF_PATH, received.providerPath)
    ? PROVIDER_OF_PATH[received.providerPath]
    : undefined;
  const venue = await findVenue(deps, received.venue);
  if (!name || venue?.payment_provider !== name) throw notFound('Webhook not found.');
  const provider = deps.providers.named(name);
  const key = provider.webhookKey?.(await deps.providers.merchant(venue.id, provider.name)) ?? null;
  if (key === null) {
    // The status is not a 2xx, so that the provider sends the event again once the secret is set.
    throw new ApiError(503, 'WEBHOOK_NOT_CONFIGURED', 'This venue has no webhook secret.');
  }
  const notice = storableNotice(readNotice(deps, provider, key, received));
  await deps.outbox.transaction(async (trx) => {
    const stored = await trx
      .insertInto('webhook_events')
      .values({
        provider: name,
        venue_id: venue.id,
        event_key: notice.eventKey,
        reference: notice.reference,
        body: JSON.stringify(notice.body),
        processed_at: notice.about === null ? deps.clock.now() : null,
      })
      .onConflict((conflict) => conflict.columns(['provider', 'venue_id', 'event_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored && notice.about !== null) {
      const payload = { eventId: stored.id, about: notice.about };
      await enqueue(trx, [{ kind: 'webhook-event', key: `webhook:${stored.id}`, payload }]);
    }
  });
}

/**
 * Handles an event about a payment. An event of a payment that this site did not start is only stored.
 * @param follow asks the provider about the payment and records the answer
 */
export async function processWebhookEvent(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'log'>,
  eventId: number,
  follow: (attempt: Attempt) => Promise<unknown>,
): Promise<void> {
  const event = await deps.db
    .updateTable('webhook_events')
    .set((query) => ({ attempts: query('attempts', '+', 1) }))
    .where('id', '=', eventId)
    .returning(['provider', 'venue_id', 'reference', 'processed_at'])
    .executeTakeFirst();
  if (!event || event.processed_at !== null) return;
  const attempt =
    event.reference === null
      ? null
      : await findAttemptByReference(deps.db, event.provider as ProviderName, event.reference);
  const finish = (changes: { processed_at?: Date; last_error: string | null }) =>
    deps.db.updateTable('webhook_events').set(changes).where('id', '=', eventId).execute();
  try {
    if (attempt?.venue_id === event.venue_id) await follow(attempt);
    else deps.log.info({ reference: event.reference }, 'payment: a webhook event is about an unknown payment');
    await finish({ processed_at: deps.clock.now(), last_error: null });
  } catch (error) {
    const last_error = messageOf(error).slice(0, 1_000);
    // The provider would give the same answer again. The reconciler checks the attempt until its end.
    const isOver = isProviderError(error) && error.failure === 'unknown-reference';
    await finish({ last_error, ...(isOver && { processed_at: deps.clock.now() }) });
    if (!isOver) throw error;
  }
}

function readNotice(
  deps: Pick<PaymentDeps, 'log'>,
  provider: PaymentProvider,
  key: string,
  received: ReceivedWebhook,
): WebhookNotice {
  if (!provider.readWebhook) throw notFound('Webhook not found.');
  try {
    return provider.readWebhook(key, received.body, received.headers);
  } catch (cause) {
    const isForged = cause instanceof BadSignatureError;
    const what = isForged ? 'with a bad signature' : 'that is signed and no event';
    deps.log.warn({ provider: provider.name, venue: received.venue }, `payment: a webhook ${what}`);
    if (isForged) throw new ApiError(400, 'BAD_SIGNATURE', 'The signature does not match.', { cause });
    throw unreadable('It does not have the form of an event.');
  }
}

/** No event has more levels. */
const MAX_DEPTH = 100;

/** Makes a signed notice storable. The result may still have no id, characters that the database cannot store, or too many levels. */
function storableNotice({ eventKey, reference, about, body }: WebhookNotice): WebhookNotice {
  if (typeof eventKey !== 'string' || eventKey === '') throw unreadable('It has no id.');
  const ownReference = typeof reference === 'string' ? storableText(reference) : null;
  return { eventKey: storableText(eventKey), reference: ownReference, about, body: storable(body) };
}

function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) throw unreadable(`It is nested more than ${MAX_DEPTH} levels deep.`);
  if (Array.isArray(value)) return value.map((each) => storable(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [storableText(key), storable(each, depth + 1)]));
}

const unreadable = (why: string) => new ApiError(400, 'BAD_EVENT', `This event cannot be read. ${why}`);

async function findVenue(deps: Pick<PaymentDeps, 'db'>, idOrSlug: string) {
  const isId = /^[1-9]\d{0,8}$/.test(idOrSlug);
  return deps.db
    .selectFrom('venues')
    .select(['id', 'payment_provider'])
    .where((query) => (isId ? query('id', '=', Number(idOrSlug)) : query('slug', '=', idOrSlug)))
    .executeTakeFirst();
}
