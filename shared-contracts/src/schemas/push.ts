/** Web Push: a browser that consented tells where its notices go; the server sends them when no page is open. */
import { z } from 'zod';

/** `GET /push/key`: the applicationServerKey of `pushManager.subscribe`, base64url. */
export const pushKeySchema = z.object({ public_key: z.string() });

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), `must be ${bytes} bytes in base64url`);

/** The result of `PushSubscription.toJSON()` without `expirationTime`. It belongs to the session that stores it and ends with it. */
export const pushSubscriptionSchema = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(1_000)
    .refine(isPlainAddress, 'must be https:// and a host, without port or password'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});

export const pushEndpointSchema = pushSubscriptionSchema.pick({ endpoint: true });

/**
 * The message that the service worker gets and shows unchanged: `showNotification(title, {body, icon, tag, vibrate,
 * requireInteraction, renotify: true, data: {path}})`. A tag is the one that the open page uses for the same news.
 */
export const pushPayloadSchema = z.object({
  title: z.string(),
  body: z.string(),
  icon: z.string(),
  tag: z.string(),
  vibrate: z.array(z.int()),
  requireInteraction: z.boolean(),
  /** Where a tap leads: a path of this site, such as /order?id=7&state=done&queue_id=9. */
  path: z.string(),
});

function isPlainAddress(text: string): boolean {
  // `URL` would also accept 'https:/x' and 'HTTPS://x', but endpoints are stored and compared as they are written.
  if (!text.startsWith('https://') || !URL.canParse(text)) return false;
  const { port, username, password } = new URL(text);
  return port === '' && username === '' && password === '';
}
