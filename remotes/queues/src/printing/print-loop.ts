/**
 * Prints a stall's new tickets on this device: takes one job after the other, prints it through the browser, and tells the server. One tab of
 * the device prints; the others wait for it to close.
 */
import { type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import { subscribe } from 'shared-contracts/events';
import type { Envelope, NextPrintJob } from 'shared-contracts/types';
import { forgetPrinted, recordPrinted, type TabletPrinter, unconfirmedJob } from './tablet';

/** Without an event the device asks for tickets this often, in milliseconds. The printers' page takes it as a sign of life. */
const ASK_MS = 10_000;

export interface PrintLoop {
  printer: TabletPrinter;
  /** Prints a ticket. It rejects if nothing came out. */
  print: (svg: string) => Promise<void>;
  /** Called once the server refuses the printer, as after it was deleted. Nothing is printed any more. */
  onRefused: (error: ApiErrorShape) => void;
}

/** @returns a function that stops the printing after the ticket at hand */
export function startPrinting(loop: PrintLoop): () => void {
  const end = new AbortController();
  const run = () => printUntilStopped(loop, end.signal);
  // In a browser without locks, as on a page without HTTPS, each tab prints: the server gives every job to one of them.
  if (navigator.locks) navigator.locks.request('queues.printing', { signal: end.signal }, run).catch(() => {});
  else void run();
  return () => end.abort();
}

async function printUntilStopped(loop: PrintLoop, signal: AbortSignal): Promise<void> {
  const wakes = new WakeUps();
  try {
    while (!signal.aborted) {
      wakes.reset();
      try {
        await confirmEarlierJob(loop.printer);
        while (!signal.aborted && (await printNext(loop)));
      } catch (error) {
        if (isRefusal(error)) {
          loop.onRefused(error);
          return;
        }
        // The site cannot be reached. The next turn tries again.
      }
      await wakes.next(signal);
    }
  } finally {
    wakes.stop();
  }
}

/** @returns whether there was a ticket */
async function printNext({ printer, print }: PrintLoop): Promise<boolean> {
  const { data: next } = await api().post<Envelope<NextPrintJob>>(
    `/vendors/${printer.vendorId}/printers/${printer.printerId}/next`,
  );
  if (!next) return false;
  try {
    await print(next.svg);
  } catch (error) {
    console.error(`Ticket ${next.job.id} was not printed`, error);
    await endJob(printer, next.job.id, 'failed');
    return true;
  }
  recordPrinted(next.job.id);
  await confirmEarlierJob(printer);
  return true;
}

/** Tells the server of a ticket that came out, also of one from before a reload. */
async function confirmEarlierJob(printer: TabletPrinter): Promise<void> {
  const jobId = unconfirmedJob();
  if (jobId === undefined) return;
  await endJob(printer, jobId, 'printed');
  forgetPrinted();
}

/** Resolves also if the server refuses: the job ended meanwhile, as after its order was cancelled or its printer removed. */
async function endJob({ vendorId }: TabletPrinter, jobId: number, state: 'printed' | 'failed'): Promise<void> {
  try {
    await api().put(`/vendors/${vendorId}/print-jobs/${jobId}`, { state });
  } catch (error) {
    if (!isApiError(error) || error.status < 400 || error.status >= 500) throw error;
  }
}

const isRefusal = (error: unknown): error is ApiErrorShape =>
  isApiError(error) && [403, 404, 409].includes(error.status);

/** Wakes the loop at each event that may bring a ticket, and after a while without one. */
class WakeUps {
  #isDue = false;
  #wake = () => {};
  readonly #stops = (
    ['queue-order-added', 'queue-order-state-updated', 'printing-changed', 'refresh-wanted'] as const
  ).map((name) => subscribe(name, () => this.#ring()));

  #ring(): void {
    this.#isDue = true;
    this.#wake();
  }

  /** Forgets the events so far, since the turn that begins sees their tickets. */
  reset(): void {
    this.#isDue = false;
  }

  next(signal: AbortSignal): Promise<void> {
    if (this.#isDue || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), ASK_MS);
      this.#wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', this.#wake);
        resolve();
      };
      signal.addEventListener('abort', this.#wake);
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}
