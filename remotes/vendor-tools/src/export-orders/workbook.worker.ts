/** Writes the spreadsheet beside the page. Rows come in batches; `null` ends them, and the file goes back. */
import type { ExportRow } from './export-columns';
import { workbookOf } from './workbook';

/** What the worker replies. */
export type WorkbookReply = { file: ArrayBuffer } | { error: string };

const rows: ExportRow[] = [];

self.onmessage = ({ data }: MessageEvent<ExportRow[] | null>) => {
  if (data !== null) {
    rows.push(...data);
    return;
  }
  try {
    const file = workbookOf(rows);
    reply({ file }, [file]);
  } catch (error) {
    reply({ error: String(error) }, []);
  }
};

function reply(message: WorkbookReply, transfer: Transferable[]): void {
  self.postMessage(message, { transfer });
}
