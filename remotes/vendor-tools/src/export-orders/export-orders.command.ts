/** Export Orders: reads the vendor's orders of a period, makes rows of them, writes the file. */
import { api } from 'shared-contracts/client';
import { queryClient, resource } from 'shared-contracts/query';
import type { Envelope, Order, Vendor, Venue } from 'shared-contracts/types';
import type { ExportRow } from './export-columns';
import { type ExportPeriod, periodStart } from './export-periods.rules';
import { exportedOrders, exportRows } from './export-rows.rules';

export const EXPORT_FILE = 'export.xlsx';

/** From here on the file is written by a worker: on the page it would take longer than a tap may wait. */
export const WORKER_ROWS = 10_000;

/** Longest time in milliseconds that rows are made without a pause. */
const SLICE_MS = 30;

export interface ExportRequest {
  vendorId: number;
  period: ExportPeriod;
  now: Date;
  onProgress: (sentence: string) => void;
  signal: AbortSignal;
}

export interface ExportedFile {
  file: Blob;
  rowCount: number;
}

/** @returns null where the period holds no order. Rejects with an ApiError, or when the library or worker does not load. */
export async function exportOrders(request: ExportRequest): Promise<ExportedFile | null> {
  const { vendorId, period, now, onProgress, signal } = request;
  onProgress('Loading orders…');
  const timeZone = await timeZoneOf(vendorId);
  const since = periodStart(period, now, timeZone);
  // Not kept: a year of orders is worth more memory than a phone has to spare.
  const { data } = await api().get<Envelope<Order[]>>(`/vendors/${vendorId}/orders`, {
    params: since ? { since: since.toISOString() } : {},
    signal,
  });
  const rows = await rowsOf(exportedOrders(data, vendorId, since), timeZone, request);
  if (rows.length === 0) return null;

  onProgress(`Writing ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}…`);
  await pause();
  const bytes = await write(rows, signal);
  signal.throwIfAborted();
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { file: new Blob([bytes], { type }), rowCount: rows.length };
}

async function timeZoneOf(vendorId: number): Promise<string> {
  const client = queryClient();
  const vendor = await client.fetchQuery(resource<Envelope<Vendor>>(`/vendors/${vendorId}`));
  const venue = await client.fetchQuery(resource<Envelope<Venue>>(`/venues/${vendor.data.venue_id}`));
  return venue.data.timezone;
}

/** In slices, so that the page goes on answering. */
async function rowsOf(
  orders: readonly Order[],
  timeZone: string,
  { onProgress, signal }: ExportRequest,
): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  let pauseAt = performance.now() + SLICE_MS;
  for (const [index, order] of orders.entries()) {
    rows.push(...exportRows(order, timeZone));
    if (performance.now() < pauseAt) continue;
    onProgress(`${index + 1} of ${orders.length} orders…`);
    await pause();
    signal.throwIfAborted();
    pauseAt = performance.now() + SLICE_MS;
  }
  return rows;
}

async function write(rows: readonly ExportRow[], signal: AbortSignal): Promise<ArrayBuffer> {
  if (rows.length > WORKER_ROWS) {
    const { workbookInWorker } = await import('./workbook-in-worker');
    return workbookInWorker(rows, pause, signal);
  }
  const { workbookOf } = await import('./workbook');
  return workbookOf(rows);
}

/** Lets the page draw and answer. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Hands the file to the browser's own downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
