/** A worker that answers for the page, as far as a page can tell: jsdom has neither workers nor message channels. */
import type { Refreshed } from '../worker/messages';

export interface FakeWorker {
  /** What the page asked of it, oldest first. */
  asked: unknown[];
  /** To the last that was asked. */
  answer(outcome: Refreshed): void;
  leave(): void;
}

class Channel {
  port1: { onmessage?: (event: { data: unknown }) => void } = {};
  port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

export function fakeWorker(): FakeWorker {
  const asked: unknown[] = [];
  let port: Channel['port2'] | undefined;
  const controller = {
    postMessage(message: unknown, [answers]: [Channel['port2']]) {
      asked.push(message);
      port = answers;
    },
  };
  const { MessageChannel: original } = globalThis;
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
  Object.assign(globalThis, { MessageChannel: Channel });
  return {
    asked,
    answer: (outcome) => port?.postMessage(outcome),
    leave() {
      Object.assign(globalThis, { MessageChannel: original });
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
}
