import { useEffect, useRef, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { EXPORT_FILE, exportOrders, saveFile } from './export-orders.command';
import type { ExportPeriod } from './export-periods.rules';

export type ExportState =
  | { step: 'idle' }
  | { step: 'working'; progress: string }
  | { step: 'saved'; rowCount: number }
  | { step: 'empty' }
  | { step: 'failed'; reason: string };

/** One export at a time. Leaving the page ends it, and nothing is saved. */
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
        now: new Date(),
        onProgress: (progress) => show({ step: 'working', progress }),
        signal,
      });
      if (signal.aborted) return;
      if (exported) saveFile(exported.file, EXPORT_FILE);
      show(exported ? { step: 'saved', rowCount: exported.rowCount } : { step: 'empty' });
    } catch (error) {
      if (signal.aborted) return;
      console.warn('The orders were not exported', error);
      show({ step: 'failed', reason: isApiError(error) ? error.message : 'The file could not be written.' });
    }
  }

  return { state, run: (period: ExportPeriod) => void run(period), reset: () => setState({ step: 'idle' }) };
}
