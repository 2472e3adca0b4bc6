import { useEffect, useRef, useState } from 'react';
import { isApiError, serverNow } from 'shared-contracts/client';
import { t } from '../words';
import { saveFile } from '../workbook/save-file';
import { EXPORT_FILE, type ExportProgress, exportOrders } from './export-orders.command';
import type { ExportPeriod } from './export-periods.rules';

export type ExportState =
  | { step: 'idle' }
  | { step: 'working'; progress: ExportProgress }
  | { step: 'saved'; rowCount: number }
  | { step: 'empty' }
  | { step: 'cancelled' }
  | { step: 'failed'; reason: string };

/** Runs one export at a time. Cancelling or leaving the page ends it, and no file is saved. */
export function useExport(vendorId: number) {
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(period: ExportPeriod): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: ExportState) => {
      if (!signal.aborted) setState(next);
    };
    try {
      const exported = await exportOrders({
        vendorId,
        period,
        now: new Date(serverNow()),
        onProgress: (progress) => show({ step: 'working', progress }),
        signal,
      });
      if (signal.aborted) return;
      if (exported) saveFile(exported.file, EXPORT_FILE);
      show(exported ? { step: 'saved', rowCount: exported.rowCount } : { step: 'empty' });
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The orders were not exported', error);
      show({
        step: 'failed',
        reason: isApiError(error) ? error.message : t('The file could not be written. Please try again.'),
      });
    }
  }

  function cancel(): void {
    running.current?.abort();
    setState({ step: 'cancelled' });
  }

  return { state, run: (period: ExportPeriod) => void run(period), cancel, reset: () => setState({ step: 'idle' }) };
}
