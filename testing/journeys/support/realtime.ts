/** Tells when a page receives events. An earlier event only reaches the page with a later fetch, or not at all. */
import { expect, type Page } from '@playwright/test';

/**
 * Watches the channels that a page joins. It must be called before the page opens.
 * @returns a function that waits until the page's socket has joined the channel
 */
export function channelJoinsOf(page: Page): (channel: string) => Promise<void> {
  let joined: string[] = [];
  page.on('websocket', (socket) => {
    joined = [];
    socket.on('framereceived', ({ payload }) => {
      const { event, channel } = JSON.parse(String(payload)) as { event: string; channel?: string };
      if (event === 'pusher_internal:subscription_succeeded' && channel) joined.push(channel);
    });
  });
  return (channel) => expect.poll(() => joined).toContain(channel);
}
