/** The spreadsheet file. For the worker alone: the library weighs more than the rest of this remote. */
import { type CellObject, utils, write } from 'xlsx';
import type { Cell, DateCell, Row } from './cells';

/**
 * The sheets with their rows, in their order. A text is written as a text cell, also if it starts with '=': '=1+1' stays these four
 * characters, never a formula, and no apostrophe is put before it. A column is as wide as its longest cell.
 * @param sheets by their names, of at most 31 characters
 */
export function workbookOf(sheets: ReadonlyMap<string, readonly Row[]>): ArrayBuffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => row.map(written)),
      { dense: true },
    );
    sheet['!cols'] = widthsOf(rows).map((wch) => ({ wch }));
    utils.book_append_sheet(book, sheet, name);
  }
  // Names repeat in every row: shared strings keep the file small.
  return write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true });
}

function written(cell: Cell): string | number | CellObject {
  if (typeof cell === 'string') return literal(cell);
  if (typeof cell === 'number') return cell;
  if ('amount' in cell)
    return { t: 'n', v: cell.amount, z: cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}` };
  return { t: 'n', v: serialOf(cell), z: cell.time === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
}

/** Readers take '_x0041_' for an escape of 'A', so what begins like one has its own '_' escaped (ECMA-376, 22.4.2.4, ST_Xstring). */
const literal = (text: string): string => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Days since the epoch, as a spreadsheet counts: it knows no time zones. */
function serialOf({ day, time = '00:00' }: DateCell): number {
  return (Date.parse(`${day}T${time}:00Z`) - EPOCH) / DAY_MS;
}

const LEAST_WIDTH = 8;
const MOST_WIDTH = 60;

/** In characters. */
function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.min(MOST_WIDTH, Math.max(widths[column] ?? LEAST_WIDTH, lengthOf(cell) + 1));
    }
  }
  return widths;
}

function lengthOf(cell: Cell): number {
  if (typeof cell !== 'object') return String(cell).length;
  if ('amount' in cell) return cell.amount.toFixed(cell.decimals).length;
  return `${cell.day}${cell.time ?? ''} `.length;
}
