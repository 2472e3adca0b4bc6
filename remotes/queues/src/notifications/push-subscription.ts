/** Web Push: notifies this browser of ready food while no page is open, for the account that is signed in. */
import { api } from 'shared-contracts/client';
import type { Envelope, NewPushSubscription, PushKey } from 'shared-contracts/types';

/**
 * Subscribes this browser. It expects that notices are allowed, and waits for a worker that is still being installed. Where there will be
 * no worker, as without a secure context, it does nothing. It never rejects: without a push service the open page still shows its own
 * notices.
 */
export async function startPush(): Promise<void> {
  if (!navigator.serviceWorker) return;
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const { data } = await api().get<Envelope<PushKey>>('/push/key');
    const subscription = await subscribe(pushManager, decodeBase64Url(data.public_key));
    const { endpoint, keys } = subscription.toJSON() as NewPushSubscription;
    await api().post('/push/subscriptions', { endpoint, keys } satisfies NewPushSubscription);
  } catch (error) {
    console.info('This browser gets no notices while the site is closed', error);
  }
}

/** Ends the subscription of this browser. The server has forgotten it with the session. It never rejects. */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.info('The push subscription of this browser could not be ended', error);
  }
}

/** Returns the present subscription, unless it was made for another key of the server. */
async function subscribe(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const earlier = await manager.getSubscription();
  if (earlier && !isSame(earlier.options.applicationServerKey, key)) await earlier.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isSame(buffer: ArrayBuffer | null, key: Uint8Array): boolean {
  return buffer !== null && String(new Uint8Array(buffer)) === String(key);
}

/** Decodes base64url. */
function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
