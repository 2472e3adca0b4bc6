import { A_ROW } from '../testing/orders';
import { readSpreadsheet } from '../testing/read-spreadsheet';
import { EXPORT_COLUMNS, type ExportRow } from './export-columns';
import { workbookOf } from './workbook';

const row = (item: string): ExportRow => [...A_ROW.slice(0, 4), item, ...A_ROW.slice(5)];

const NASTY = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("http://x","y")',
  '007',
  'a & b < c > "d"',
  'Taquería 拉麵 🍜',
  '  spaced  ',
  'two\nlines',
];

test('another reader finds one sheet, Sheet1, with every cell as it was given', () => {
  const rows = NASTY.map(row);
  const read = readSpreadsheet(new Uint8Array(workbookOf(rows)));
  expect(read.names).toEqual(['Sheet1']);
  expect(read.isCompressed).toBe(true);
  expect(read.rows.map((cells) => cells.map(({ value }) => value))).toEqual([[...EXPORT_COLUMNS], ...rows]);
});

test('texts are text cells, so that none runs as a formula, and amounts are numbers', () => {
  const [, ...rows] = readSpreadsheet(new Uint8Array(workbookOf(NASTY.map(row)))).rows;
  expect(rows).toHaveLength(NASTY.length);
  for (const cells of rows) {
    expect(cells.some(({ hasFormula }) => hasFormula)).toBe(false);
    expect(cells.map(({ type }) => (type === 'text' ? 't' : 'n')).join('')).toBe('tttttnntnntnnnnt');
  }
});
