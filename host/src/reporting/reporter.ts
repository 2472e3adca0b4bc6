/** Gathers what there is to tell of the releases on this page and sends it together. Whatever fails, nobody notices. */
import { shellState } from 'shared-contracts/events';
import type { Report, ReportEntry } from 'shared-contracts/types';

const SEND_EVERY_MS = 30_000;
/** One request's worth. An error in a loop must not become a flood: what comes on top is dropped. */
const MAX_WAITING = 50;
const MAX_OF_A_PAGE = 300;

export interface Reporter {
  add(entry: ReportEntry): void;
  /** Sends what is left and ends. */
  stop(): void;
}

/** @param send tells the API. Not asked while the device is offline: what waits goes later. */
export function createReporter(send: (report: Report) => void): Reporter {
  let waiting: ReportEntry[] = [];
  let left = MAX_OF_A_PAGE;

  function flush(): void {
    if (waiting.length === 0 || !shellState().connection.isOnline) return;
    const entries = waiting;
    waiting = [];
    send({ entries });
  }
  // The last moment that a phone is sure to give.
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  const timer = setInterval(flush, SEND_EVERY_MS);
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', flush);
  return {
    add(entry) {
      if (left === 0 || waiting.length === MAX_WAITING) return;
      left -= 1;
      waiting.push(entry);
      // Too late for the listeners: some figures are final only now.
      if (document.visibilityState === 'hidden') queueMicrotask(flush);
    },
    stop() {
      flush();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', flush);
    },
  };
}

/** Outlives the page, and carries neither cookies nor a session. @param api root of the API */
export function sendTo(api: string): (report: Report) => void {
  return (report) => {
    const body = JSON.stringify(report);
    const headers = { 'content-type': 'application/json' };
    fetch(`${api}/reports`, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(() => {});
  };
}
