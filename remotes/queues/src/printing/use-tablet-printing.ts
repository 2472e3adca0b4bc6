import { useEffect } from 'react';
import { showToast } from 'shared-contracts/events';
import { t } from '../words';
import { useVendorId } from './printers.resource';
import { chooseTabletPrinter, useTabletPrinter } from './tablet';

/** Prints the new tickets of the stall on every page, if this device was chosen for it. Its code is loaded only then. */
export function useTabletPrinting(): void {
  const vendorId = useVendorId();
  const chosen = useTabletPrinter();
  const printerId = chosen?.vendorId === vendorId ? chosen?.printerId : undefined;
  useEffect(() => {
    if (vendorId === undefined || printerId === undefined) return;
    let isOver = false;
    let stop = () => {};
    const start = async () => {
      const [{ startPrinting }, { printTicket }] = await Promise.all([
        import('./print-loop'),
        import('./print-ticket'),
      ]);
      if (isOver) return;
      const onRefused = () => {
        chooseTabletPrinter(null);
        showToast(t('This device no longer prints tickets: its printer was removed.'), { color: 'danger' });
      };
      stop = startPrinting({ printer: { vendorId, printerId }, print: printTicket, onRefused });
    };
    start().catch((error) => console.error('The printing of tickets could not be started', error));
    return () => {
      isOver = true;
      stop();
    };
  }, [vendorId, printerId]);
}
