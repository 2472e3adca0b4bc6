/** Stores on the device for which printer of a stall it prints, and which ticket it prints just now. Both outlast a reload. */
import { useSyncExternalStore } from 'react';
import { createFollowers, readDevice, removeDevice, writeDevice } from '../device';

/** The printer, of the kind tablet, whose tickets this device prints through its browser. */
export interface TabletPrinter {
  vendorId: number;
  printerId: number;
}

const PRINTER = 'printing';

let printer: TabletPrinter | null | undefined;
const { follow, notify, reload } = createFollowers(PRINTER, () => {
  printer = undefined;
});

/** Reads the device again, as a reload does. */
export const reloadTabletPrinter = reload;

export function tabletPrinter(): TabletPrinter | null {
  if (printer === undefined) printer = readDevice<TabletPrinter>(PRINTER) ?? null;
  return printer;
}

/** @param chosen null if this device prints nothing any more */
export function chooseTabletPrinter(chosen: TabletPrinter | null): void {
  printer = chosen;
  if (chosen) writeDevice(PRINTER, chosen);
  else removeDevice(PRINTER);
  notify();
}

export function useTabletPrinter(): TabletPrinter | null {
  return useSyncExternalStore(follow, tabletPrinter);
}

const PRINTED = 'printed-job';

/** The job that the browser has printed and the server does not know as printed yet. */
export const unconfirmedJob = (): number | undefined => readDevice<number>(PRINTED);

/** Records a job as printed, so that a reload confirms it and the server does not give it out again. */
export const recordPrinted = (jobId: number): void => writeDevice(PRINTED, jobId);

export const forgetPrinted = (): void => removeDevice(PRINTED);
