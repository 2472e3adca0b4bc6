/**
 * The page's side of the worker that writes the spreadsheet. Remotes may be served from another origin, where a browser
 * starts no worker from, and a worker has no `integrity` of its own: so the script is fetched with the hash that the
 * snapshot gives it, and started from a blob.
 */
import type { Row } from './cells';
import type { Batch, WorkbookReply } from './workbook.worker';
import workerAddress from './workbook.worker?file';

export interface WorkbookWriter {
  /** Appends rows to a sheet; the first of a name begins it. */
  add(sheet: string, rows: readonly Row[]): void;
  /** The file of all rows. Rejects when the worker failed, and on abort. */
  finish(): Promise<ArrayBuffer>;
  /** Ends the worker, done or not. */
  close(): void;
}

/** Rejects where the script does not arrive as it was released, and on abort. */
export async function startWriter(signal: AbortSignal): Promise<WorkbookWriter> {
  const worker = await startWorker(signal);
  const file = answerOf(worker, signal);
  // It may fail while rows still arrive; the promise of the file then rejects.
  file.catch(() => {});
  return {
    add: (sheet, rows) => worker.postMessage({ sheet, rows } satisfies Batch),
    finish() {
      worker.postMessage(null);
      return file;
    },
    close: () => worker.terminate(),
  };
}

async function startWorker(signal: AbortSignal): Promise<Worker> {
  const asset = window.foodhallAsset?.(workerAddress);
  const response = await fetch(asset?.url ?? workerAddress, {
    signal,
    integrity: asset?.integrity ?? '',
    mode: 'cors',
  });
  if (!response.ok)
    throw new Error(`The worker of the spreadsheet could not be loaded: the response is ${response.status}`);
  const script = new Blob([await response.arrayBuffer()], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  try {
    return new Worker(address);
  } finally {
    // The browser has loaded the script by now.
    URL.revokeObjectURL(address);
  }
}

function answerOf(worker: Worker, signal: AbortSignal): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<WorkbookReply>) =>
      'file' in data ? resolve(data.file) : reject(new Error(data.error));
    worker.onerror = ({ message }) => reject(new Error(message || 'The worker could not start'));
  });
}
