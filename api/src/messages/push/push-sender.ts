/** Sends pushes from the outbox to the browsers' push services, encrypted for each browser. */

import type { Clock } from 'core/clock';
import type { Db } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import { doneText, doneTitle, messageTitle, NOTICE_VIBRATION } from 'shared-contracts/rules/notices';
import type { PushPayload, SiteConfig } from 'shared-contracts/types';
import webPush from 'web-push';
import type { Outbox } from '../outbox/outbox';
import { PUSH_KIND, type PushMessage, type PushNews, pushMessageSchema } from './push.outbox';
import { findLiveSubscription, forgetSubscription, type StoredSubscription } from './push.repository';
import { type PushTransport, RefusedEndpointError } from './push-transport';
import type { VapidKeys } from './vapid-keys';

/** A push is outdated after an hour: neither the site nor the push service stores it longer. */
const LIFETIME_MS = 3_600_000;
/** The number of pushes that are sent at once, so that the slow push service of one browser does not delay other browsers. */
const AT_ONCE = 8;

/** The push service refused the push, and would refuse it again. */
class RefusedPushError extends Error {}

export interface PushDeps {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  pushTransport: PushTransport;
}

export interface PushSender {
  deps: PushDeps;
  keys: VapidKeys;
  /** mailto: or https:. */
  subject: string;
  site: Pick<SiteConfig, 'product' | 'notification_icon_url'>;
}

export function handlePushes(sender: PushSender): void {
  sender.deps.outbox.handle(PUSH_KIND, {
    schema: pushMessageSchema,
    handle: ({ payload }) => sendPush(sender, payload),
    isPermanent: (error) => error instanceof RefusedPushError || error instanceof RefusedEndpointError,
    atOnce: AT_ONCE,
  });
}

async function sendPush(sender: PushSender, { subscriptionId, news, language, at }: PushMessage): Promise<void> {
  const { db, clock, pushTransport } = sender.deps;
  const now = clock.now();
  if (now.getTime() - Date.parse(at) > LIFETIME_MS) return;
  const subscription = await findLiveSubscription(db, subscriptionId, now);
  if (!subscription) return;
  const payload = inLanguage(language, () => payloadOf(sender, news));
  const status = await pushTransport.post(encrypt(sender, subscription, payload));
  // The browser no longer exists, or the user has withdrawn the consent.
  if (status === 404 || status === 410) return forgetSubscription(db, subscriptionId);
  if (status >= 200 && status < 300) return;
  const message = `The push service of subscription ${subscriptionId} responded ${status}`;
  throw status === 429 || status >= 500 ? new Error(message) : new RefusedPushError(message);
}

/** @throws RefusedPushError if the browser's keys are invalid */
function encrypt({ keys, subject }: PushSender, { endpoint, p256dh, auth }: StoredSubscription, payload: PushPayload) {
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject, ...keys },
        TTL: LIFETIME_MS / 1_000,
        urgency: 'high',
      },
    );
    return { endpoint, headers: headers as Record<string, string>, body: body ?? Buffer.alloc(0) };
  } catch (cause) {
    throw new RefusedPushError('The push could not be encrypted for its browser', { cause });
  }
}

/** The text, picture and vibration that the open page uses for the same message. */
function payloadOf({ site }: PushSender, news: PushNews): PushPayload {
  const common = { icon: site.notification_icon_url, vibrate: [...NOTICE_VIBRATION] };
  if (news.kind === 'message') {
    const { message, path } = news;
    // The tag is the text, as on the open page, so that a different message does not replace this one.
    return {
      ...common,
      title: messageTitle(site.product),
      body: message,
      tag: message,
      requireInteraction: true,
      path,
    };
  }
  return {
    ...common,
    title: doneTitle(news.vendorName),
    body: doneText(news.deliveryMethod),
    tag: `queue-${news.queueId}`,
    requireInteraction: false,
    path: `/order?id=${news.orderId}&state=done&queue_id=${news.queueId}`,
  };
}
