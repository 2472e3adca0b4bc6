/** Collects the metrics and errors of this page's releases and sends them together. Its own failures are silent. */
import { shellState } from 'shared-contracts/events';
import type { Report, ReportEntry } from 'shared-contracts/types';

const SEND_EVERY_MS = 30_000;
/** The most that one request holds. An error in a loop must not become a flood: further entries are dropped. */
const MAX_WAITING = 50;
const MAX_OF_A_PAGE = 300;
/** Characters of the stacks in one request, whose body is at most 32 KB. Errors beyond that are reported without a stack. */
const MAX_STACKS = 12_000;

export interface Reporter {
  add(entry: ReportEntry): void;
  /** Sends the rest and ends. */
  stop(): void;
}

/** @param send sends to the API. It is not called while the device is offline; the entries wait. */
export function createReporter(send: (report: Report) => void): Reporter {
  let waiting: ReportEntry[] = [];
  let left = MAX_OF_A_PAGE;

  function flush(): void {
    if (waiting.length === 0 || !shellState().connection.isOnline) return;
    const entries = waiting;
    waiting = [];
    send({ entries });
  }
  // On phones this is the last event that is certain.
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
      const stacks = [...waiting, entry].reduce((sum, each) => sum + stackLength(each), 0);
      waiting.push(entry.type === 'error' && stacks > MAX_STACKS ? { ...entry, stack: undefined } : entry);
      // Some metrics are final only now, after the listeners have run.
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

const stackLength = (entry: ReportEntry) => (entry.type === 'error' && entry.stack?.length) || 0;

/** The request outlives the page, and has neither cookies nor a session. @param api root of the API */
export function sendTo(api: string): (report: Report) => void {
  return (report) => {
    const body = JSON.stringify(report);
    const headers = { 'content-type': 'application/json' };
    fetch(`${api}/reports`, { method: 'POST', keepalive: true, credentials: 'omit', headers, body }).catch(() => {});
  };
}
