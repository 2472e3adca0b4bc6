import { A_ROW } from '../testing/orders';
import { readSpreadsheet } from '../testing/read-spreadsheet';
import type { Row } from './cells';
import { writeWorkbook } from './workbook';

const row = (item: string): Row => [...A_ROW.slice(0, 4), item, ...A_ROW.slice(5)];

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
  '_x0041_ and _X0042_',
  '_x005F_x0041_',
  '_x41_',
];

/** Reads the first sheet with another reader. */
const readBack = (rows: readonly Row[]) => readSpreadsheet(new Uint8Array(writeWorkbook(new Map([['Sheet1', rows]]))));

test('another reader finds one sheet, Sheet1, with every cell unchanged', () => {
  const rows = NASTY.map(row);
  const read = readBack(rows);
  expect(read.names).toEqual(['Sheet1']);
  expect(read.isCompressed).toBe(true);
  expect(read.rows.map((cells) => cells.map(({ value }) => value))).toEqual(rows);
});

test('writes texts as text cells, so that none runs as a formula, and amounts as numbers', () => {
  const { rows } = readBack(NASTY.map(row));
  expect(rows).toHaveLength(NASTY.length);
  for (const cells of rows) {
    expect(cells.some(({ hasFormula }) => hasFormula)).toBe(false);
    expect(cells.map(({ type }) => (type === 'text' ? 't' : 'n')).join('')).toBe('tttttnntnntnnnnt');
  }
});

test('writes the sheets in the given order, each with its own rows', () => {
  const sheets = new Map<string, readonly Row[]>([
    ['Totals', [['Orders', 2]]],
    ['Items', [['Ramen', 1]]],
  ]);
  const read = readSpreadsheet(new Uint8Array(writeWorkbook(sheets)));
  expect(read.names).toEqual(['Totals', 'Items']);
  expect(read.rows.map((cells) => cells.map(({ value }) => value))).toEqual([['Orders', 2]]);
});

test('writes amounts with the decimals of their currency, and days and times as dates', () => {
  const { rows, widths } = readBack([
    ['As of', { day: '2026-11-20', time: '18:30' }],
    ['Day', { day: '2026-11-20' }],
    ['Sales of the whole day', { amount: 12.5, decimals: 2 }],
    ['Yen', { amount: 1250, decimals: 0 }],
    ['Orders', 3],
  ]);
  expect(rows.map(([, cell]) => [cell?.value, cell?.format])).toEqual([
    [46_346.770_833_333_336, 'yyyy-mm-dd hh:mm'],
    [46_346, 'yyyy-mm-dd'],
    [12.5, '0.00'],
    [1250, '0'],
    [3, 'General'],
  ]);
  expect(widths).toEqual([23, 17]);
});
