/** Writes the spreadsheet in a worker. Rows arrive in batches, each for one sheet. After `null` the worker replies with the file. */
import type { Row } from './cells';
import { writeWorkbook } from './workbook';

export interface Batch {
  sheet: string;
  rows: readonly Row[];
}

/** The reply of the worker. */
export type WorkbookReply = { file: ArrayBuffer } | { error: string };

const sheets = new Map<string, Row[]>();

self.onmessage = ({ data }: MessageEvent<Batch | null>) => {
  if (data !== null) {
    const rows = sheets.get(data.sheet) ?? [];
    rows.push(...data.rows);
    sheets.set(data.sheet, rows);
    return;
  }
  try {
    const file = writeWorkbook(sheets);
    reply({ file }, [file]);
  } catch (error) {
    reply({ error: String(error) }, []);
  }
};

function reply(message: WorkbookReply, transfer: Transferable[]): void {
  self.postMessage(message, { transfer });
}
