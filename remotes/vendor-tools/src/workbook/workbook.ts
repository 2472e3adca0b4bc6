/** The spreadsheet file. For the worker alone: the library weighs more than the rest of this remote. */
import { utils, write } from 'xlsx';
import type { Row } from './cells';

/**
 * The sheets with their rows, in their order. A text is written as a text cell, also if it starts with '=': '=1+1' stays these four
 * characters, never a formula, and no apostrophe is put before it.
 * @param sheets by their names, of at most 31 characters
 */
export function workbookOf(sheets: ReadonlyMap<string, readonly Row[]>): ArrayBuffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { dense: true },
    );
    utils.book_append_sheet(book, sheet, name);
  }
  // Names repeat in every row: shared strings keep the file small.
  return write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true });
}
