/** Reads and changes a stall's printers and what they print. Its staff read them, its owners and the venue's operators change them. */
import { useCallback } from 'react';
import { ApiError, api } from 'shared-contracts/client';
import { type ShellEvents, useEvent } from 'shared-contracts/events';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type {
  CreatedPrinter,
  Envelope,
  MenuEditor,
  NewPrintJob,
  Printer,
  PrinterAddress,
  PrinterSettings,
  Printers,
  PrintJob,
  PrintJobs,
} from 'shared-contracts/types';
import { ignoreNotFound } from '../members/members.resource';
import { newKey } from '../new-key';
import { menuGroups } from './printers.rules';

const printersPath = (vendorId: string) => fillPath('/vendors/:vendorId/printers', { vendorId });
const jobsPath = (vendorId: string) => fillPath('/vendors/:vendorId/print-jobs', { vendorId });
const printerPath = (vendorId: string, printerId: number) => `${printersPath(vendorId)}/${printerId}`;

/** No event says that a printer has become silent, so the page asks at this interval, in milliseconds. */
const REFRESH_MS = 20_000;
/** While a person waits beside a new printer for its first request. */
const AWAITED_REFRESH_MS = 2000;

/** @param isAwaited a person waits for a printer to be heard from */
export function usePrinters(vendorId: string, { isAwaited = false } = {}) {
  return useResource<Printers, Printers>(
    printersPath(vendorId),
    {},
    { select: readPrinters, refetchInterval: isAwaited ? AWAITED_REFRESH_MS : REFRESH_MS },
  );
}

/** Names the printers that print a day's end. It is empty until they are loaded, and for a person who may not read them. */
export function useDayPrinters(vendorId: string): readonly Printer[] {
  const printers = useResource<Printers, Printer[]>(
    printersPath(vendorId),
    {},
    { select: (body) => readPrinters(body).data.filter(({ documents }) => documents.includes('day-end')) },
  );
  return printers.data ?? [];
}

/** Lists the groups of the stall's menus, without the code of their editor. It is empty until they are loaded. */
export function useMenuGroups(vendorId: string): ReturnType<typeof menuGroups> {
  const menu = useResource<Envelope<MenuEditor>, ReturnType<typeof menuGroups>>(
    fillPath('/vendors/:vendorId/menu-editor', { vendorId }),
    {},
    { select: ({ data }) => menuGroups(data) },
  );
  return menu.data ?? [];
}

/** Refuses a body without a list, which comes from some network in between. */
function readPrinters(body: Printers): Printers {
  if (!Array.isArray((body as Partial<Printers> | null)?.data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return body;
}

export function usePrintJobs(vendorId: string) {
  return useResource<PrintJobs, PrintJob[]>(jobsPath(vendorId), {}, { select: readJobs });
}

function readJobs({ data }: PrintJobs): PrintJob[] {
  if (!Array.isArray(data)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Fetches printers and jobs again when the server says that they changed, and after the connection was lost. */
export function useFreshPrinting(vendorId: string): void {
  const onChange = useCallback(
    ({ vendor_id }: ShellEvents['printing-changed']) => {
      if (String(vendor_id) === vendorId) void refreshPrinting(vendorId);
    },
    [vendorId],
  );
  const onRefresh = useCallback(
    ({ why }: ShellEvents['refresh-wanted']) => {
      if (why === 'reconnected') void refreshPrinting(vendorId);
    },
    [vendorId],
  );
  useEvent('printing-changed', onChange);
  useEvent('refresh-wanted', onRefresh);
}

export async function refreshPrinting(vendorId: string): Promise<void> {
  await Promise.all([invalidate(printersPath(vendorId)), invalidate(jobsPath(vendorId))]);
}

export async function addPrinter(vendorId: string, settings: PrinterSettings): Promise<CreatedPrinter> {
  const { data } = await api().post<Envelope<CreatedPrinter>>(printersPath(vendorId), settings);
  await refreshPrinting(vendorId);
  return data;
}

export async function savePrinter(vendorId: string, printerId: number, settings: PrinterSettings): Promise<void> {
  await api().put(printerPath(vendorId, printerId), settings);
  await refreshPrinting(vendorId);
}

/** Deletes a printer. It also resolves for one that was deleted meanwhile. */
export async function removePrinter(vendorId: string, printerId: number): Promise<void> {
  await ignoreNotFound(api().delete(printerPath(vendorId, printerId)));
  await refreshPrinting(vendorId);
}

/** Makes a new address. The one before ends. */
export async function makeAddress(vendorId: string, printerId: number): Promise<PrinterAddress> {
  const { data } = await api().post<Envelope<PrinterAddress>>(`${printerPath(vendorId, printerId)}/address`);
  await refreshPrinting(vendorId);
  return data;
}

export async function revokeAddress(vendorId: string, printerId: number): Promise<void> {
  await api().delete(`${printerPath(vendorId, printerId)}/address`);
  await refreshPrinting(vendorId);
}

export async function printTestPage(vendorId: string, printerId: number): Promise<void> {
  await api().post(`${printerPath(vendorId, printerId)}/test`);
  await refreshPrinting(vendorId);
}

/** Prints a job once more or the end of a day. A second tap is a second ticket, so each call has its own key. */
export async function print(vendorId: string, job: NewPrintJob): Promise<void> {
  await api().post(jobsPath(vendorId), job, { headers: { 'Idempotency-Key': newKey() } });
  await refreshPrinting(vendorId);
}

/** Reads a ticket as it prints. @returns an SVG, which must never become a part of the page */
export function usePreview(vendorId: string, jobId: number) {
  return useResource<Envelope<{ svg: string }>, string>(
    `${jobsPath(vendorId)}/${jobId}/preview`,
    {},
    { select: ({ data }) => data.svg, staleTime: Number.POSITIVE_INFINITY },
  );
}
