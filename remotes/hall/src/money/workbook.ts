/** Writes a spreadsheet file. It is loaded when a person asks for a file, since the library is larger than the rest of this remote. */
import { type CellObject, utils, write } from 'xlsx';

/** One cell: a text, a number, an amount in major units with the decimals of its currency, or a day 'YYYY-MM-DD'. */
export type Cell = string | number | { amount: number; decimals: number } | { day: string };
export type Row = readonly Cell[];

/**
 * Writes the sheets with their rows. A text stays a text even if it starts with '=', and is never a formula.
 * @param sheets the rows by the name of their sheet, which has at most 31 characters
 */
export function writeWorkbook(sheets: ReadonlyMap<string, readonly Row[]>): ArrayBuffer {
  const book = utils.book_new();
  for (const [name, rows] of sheets) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => row.map(toCell)));
    sheet['!cols'] = (rows[0] ?? []).map((_cell, column) => ({ wch: widthOf(rows, column) }));
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'array', bookType: 'xlsx', compression: true });
}

function toCell(cell: Cell): string | number | CellObject {
  // A '_' of a text such as '_x0041_' is escaped: readers would decode it as 'A' (ECMA-376, 22.4.2.4, ST_Xstring).
  if (typeof cell === 'string') return cell.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
  if (typeof cell === 'number') return cell;
  if ('day' in cell) return { t: 'n', v: serialNumber(cell.day), z: 'yyyy-mm-dd' };
  return { t: 'n', v: cell.amount, z: cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}` };
}

/** Counts the days as a spreadsheet does. It knows no time zones. */
const serialNumber = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

const widthOf = (rows: readonly Row[], column: number): number =>
  Math.min(60, Math.max(10, ...rows.map((row) => lengthOf(row[column] ?? '') + 1)));

const lengthOf = (cell: Cell): number =>
  typeof cell !== 'object' ? String(cell).length : 'day' in cell ? 10 : cell.amount.toFixed(cell.decimals).length;
