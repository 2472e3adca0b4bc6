/**
 * Controls the worker that writes the spreadsheet. A browser starts no worker from another origin, which may serve this remote, and a
 * worker has no `integrity`. So the page fetches the script with the hash of the snapshot, and starts it from a blob.
 */
import type { Row } from './cells';
import type { Batch, WorkbookReply } from './workbook.worker';
import workerAddress from './workbook.worker?file';

export interface WorkbookWriter {
  /** Appends rows to a sheet. The first rows with a new name begin that sheet. */
  add(sheet: string, rows: readonly Row[]): void;
  /** Returns the file of all rows. It rejects if the worker has failed, and on abort. */
  finish(): Promise<ArrayBuffer>;
  /** Ends the worker, whether or not it is done. */
  close(): void;
}

/** Starts the worker. It rejects if the script differs from the released one, and on abort. */
export async function startWriter(signal: AbortSignal): Promise<WorkbookWriter> {
  const worker = await startWorker(signal);
  const file = receiveFile(worker, signal);
  // The promise may reject while rows are still being added, before `finish` returns it to a caller who handles that.
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

function receiveFile(worker: Worker, signal: AbortSignal): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<WorkbookReply>) =>
      'file' in data ? resolve(data.file) : reject(new Error(data.error));
    worker.onerror = ({ message }) => reject(new Error(message || 'The worker could not start'));
  });
}
