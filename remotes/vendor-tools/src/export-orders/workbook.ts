/** The spreadsheet file. For the worker alone: the library weighs more than the rest of this remote. */
import { utils, write } from 'xlsx';
import { EXPORT_COLUMNS, type ExportRow } from './export-columns';

/**
 * One sheet, Sheet1, its first row the names of the columns. A text is written as a text cell, also if it starts with '=':
 * '=1+1' stays these four characters, never a formula, and no apostrophe is put before it.
 */
export function workbookOf(rows: readonly ExportRow[]): ArrayBuffer {
  const sheet = utils.aoa_to_sheet([[...EXPORT_COLUMNS], ...rows.map((row) => [...row])], { dense: true });
  const book = utils.book_new(sheet, 'Sheet1');
  // Names repeat in every row: shared strings keep the file small.
  return write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true });
}
