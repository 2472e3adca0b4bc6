/** Writes the spreadsheet file. Only the worker imports this module, since the library is larger than the rest of this remote. */
import { type CellObject, utils, write } from 'xlsx';
import type { Cell, DateCell, Row } from './cells';

/**
 * Writes the sheets with their rows, in the given order. A text becomes a text cell even if it starts with '=': '=1+1' stays these four
 * characters, without an apostrophe before them, and is never a formula. A column is as wide as its longest cell.
 * @param sheets the rows by the name of their sheet, which has at most 31 characters
 */
export function writeWorkbook(sheets: ReadonlyMap<string, readonly Row[]>): ArrayBuffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => row.map(toCell)),
      { dense: true },
    );
    sheet['!cols'] = columnWidths(rows).map((wch) => ({ wch }));
    utils.book_append_sheet(book, sheet, name);
  }
  // Shared strings keep the file small, since names repeat in every row.
  return write(book, { type: 'array', bookType: 'xlsx', compression: true, bookSST: true });
}

function toCell(cell: Cell): string | number | CellObject {
  if (typeof cell === 'string') return escapeText(cell);
  if (typeof cell === 'number') return cell;
  if ('amount' in cell)
    return { t: 'n', v: cell.amount, z: cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}` };
  return { t: 'n', v: serialNumber(cell), z: cell.time === undefined ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm' };
}

/** Escapes the '_' of a text such as '_x0041_', which readers would decode as 'A' (ECMA-376, 22.4.2.4, ST_Xstring). */
const escapeText = (text: string): string => text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

const DAY_MS = 86_400_000;
/** A spreadsheet counts days from this one. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Counts the days since the epoch, as a spreadsheet does. It knows no time zones. */
function serialNumber({ day, time = '00:00' }: DateCell): number {
  return (Date.parse(`${day}T${time}:00Z`) - EPOCH) / DAY_MS;
}

const LEAST_WIDTH = 8;
const MOST_WIDTH = 60;

/** Returns the widths of the columns, in characters. */
function columnWidths(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.min(MOST_WIDTH, Math.max(widths[column] ?? LEAST_WIDTH, cellLength(cell) + 1));
    }
  }
  return widths;
}

function cellLength(cell: Cell): number {
  if (typeof cell !== 'object') return String(cell).length;
  if ('amount' in cell) return cell.amount.toFixed(cell.decimals).length;
  return `${cell.day}${cell.time ?? ''} `.length;
}
