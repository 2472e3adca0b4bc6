/** Runs the export's own worker module on the page, since jsdom starts no workers. */
import type { WorkbookReply } from '../workbook/workbook.worker';

class WorkerOnThePage {
  isRunning = true;
  onmessage: ((event: { data: WorkbookReply }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  private readonly receive: Window['onmessage'];

  constructor() {
    window.postMessage = (reply: WorkbookReply) => {
      if (this.isRunning) this.onmessage?.({ data: reply });
    };
    // The module stores rows, so each worker gets its own copy of it.
    jest.isolateModules(() => jest.requireActual('../workbook/workbook.worker'));
    this.receive = window.onmessage;
    window.onmessage = null;
    started.push(this);
  }

  postMessage(data: unknown): void {
    this.receive?.call(window, new MessageEvent('message', { data: structuredClone(data) }));
  }

  terminate(): void {
    this.isRunning = false;
  }

  fail(): void {
    this.onerror?.({ message: 'Out of memory' });
  }
}

let started: WorkerOnThePage[] = [];

/** Returns the workers of this test, oldest first. */
export const startedWorkers = (): readonly WorkerOnThePage[] => started;

/** Replaces the browser's workers. A test calls it at its beginning. */
export function workOnThePage(): void {
  started = [];
  const script = { ok: true, arrayBuffer: async () => new ArrayBuffer(0) };
  Object.assign(window, { Worker: WorkerOnThePage, fetch: async () => script });
}
