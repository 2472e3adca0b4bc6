/** A fake service worker for a page: jsdom has neither workers nor message channels. */
import type { Refreshed } from '../worker/messages';

export interface FakeWorker {
  /** The page's messages, oldest first. */
  messages: unknown[];
  /** Replies to the last message. */
  reply(outcome: Refreshed): void;
  leave(): void;
}

class Channel {
  port1: { onmessage?: (event: { data: unknown }) => void } = {};
  port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

export function fakeWorker(): FakeWorker {
  const messages: unknown[] = [];
  let port: Channel['port2'] | undefined;
  const controller = {
    postMessage(message: unknown, [replies]: [Channel['port2']?] = []) {
      messages.push(message);
      port = replies;
    },
  };
  const { MessageChannel: original } = globalThis;
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  Object.assign(globalThis, { MessageChannel: Channel });
  return {
    messages,
    reply: (outcome) => port?.postMessage(outcome),
    leave() {
      Object.assign(globalThis, { MessageChannel: original });
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
}
