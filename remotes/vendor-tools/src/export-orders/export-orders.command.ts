/** Export Orders: reads the vendor's orders of a period page by page, and has a worker write the file of their rows. */
import { api } from 'shared-contracts/client';
import { queryClient, resource } from 'shared-contracts/query';
import type { Envelope, Order, Vendor, Venue } from 'shared-contracts/types';
import { toSpreadsheet } from '../workbook/save-file';
import { startWriter, type WorkbookWriter } from '../workbook/workbook-writer';
import { EXPORT_COLUMNS } from './export-columns';
import { type ExportPeriod, periodStart } from './export-periods.rules';
import { exportedOrders, exportRows } from './export-rows.rules';

export const EXPORT_FILE = 'export.xlsx';
const SHEET = 'Sheet1';

/** The number of orders in a request. It is small enough that no page of orders blocks the screen while it is read and made into rows. */
export const PAGE_ORDERS = 200;

export type ExportProgress = { doing: 'loading'; orders: number } | { doing: 'writing'; rows: number };

export interface ExportRequest {
  vendorId: number;
  period: ExportPeriod;
  now: Date;
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

export interface ExportedFile {
  file: Blob;
  rowCount: number;
}

/** @returns null where the period holds no order. Rejects with an ApiError, when the worker fails, and on abort. */
export async function exportOrders(request: ExportRequest): Promise<ExportedFile | null> {
  const { vendorId, period, now, onProgress, signal } = request;
  let orders = 0;
  let rowCount = 0;
  let writer: WorkbookWriter | undefined;
  onProgress({ doing: 'loading', orders });
  const timeZone = await fetchTimeZone(vendorId);
  const since = periodStart(period, now, timeZone);
  try {
    for await (const page of orderPages(vendorId, since, signal)) {
      const exported = exportedOrders(page, vendorId, since);
      if (exported.length === 0) continue;
      const rows = exported.flatMap((order) => exportRows(order, timeZone));
      if (!writer) {
        writer = await startWriter(signal);
        writer.add(SHEET, [EXPORT_COLUMNS]);
      }
      writer.add(SHEET, rows);
      rowCount += rows.length;
      orders += exported.length;
      onProgress({ doing: 'loading', orders });
    }
    if (!writer) return null;
    onProgress({ doing: 'writing', rows: rowCount });
    return { file: toSpreadsheet(await writer.finish()), rowCount };
  } finally {
    writer?.close();
  }
}

async function fetchTimeZone(vendorId: number): Promise<string> {
  const client = queryClient();
  const vendor = await client.fetchQuery(resource<Envelope<Vendor>>(`/vendors/${vendorId}`));
  const venue = await client.fetchQuery(resource<Envelope<Venue>>(`/venues/${vendor.data.venue_id}`));
  return venue.data.timezone;
}

/** Yields the pages, newest first. No page is cached: a year of orders would take more memory than a phone can spare. */
async function* orderPages(vendorId: number, since: Date | null, signal: AbortSignal): AsyncGenerator<Order[]> {
  let params: Record<string, string | number> = { limit: PAGE_ORDERS, ...(since && { since: since.toISOString() }) };
  for (;;) {
    signal.throwIfAborted();
    const { data } = await api().get<Envelope<Order[]>>(`/vendors/${vendorId}/orders`, { params, signal });
    yield data;
    const last = data.at(-1);
    if (!last || data.length < PAGE_ORDERS) return;
    params = { ...params, after: last.id };
  }
}
