import { read, utils } from 'xlsx';
import { aPayout, aStatement } from './money.testing';
import { linesOf, payableByCurrency, statementSheets, stateOf } from './statement.rules';
import { writeWorkbook } from './workbook';

const PERIOD = { from: '2026-10-01', to: '2026-10-31' };
const UNDONE = aPayout({ undone_at: '2026-11-03T09:00:00.000Z', undo_reason: 'Sent back' });

test.each([
  [{ owed: 0, payable: 0, payments: [] }, 'nothing'],
  [{ owed: 11.3, payable: 11.3, payments: [] }, 'owed'],
  [{ owed: 11.3, payable: 6.3, payments: [aPayout()] }, 'owed'],
  [{ owed: 11.3, payable: 0, payments: [aPayout()] }, 'paid-out'],
  [{ owed: 11.3, payable: 11.3, payments: [UNDONE] }, 'owed'],
  [{ owed: 0, payable: 0, payments: [UNDONE] }, 'nothing'],
  [{ owed: -5, payable: 0, payments: [] }, 'owes'],
] as const)('a statement with %j is %s', (statement, expected) => {
  expect(stateOf({ ...statement, payments: [...statement.payments] })).toBe(expected);
});

test('leaves out lines that are 0, except the sales', () => {
  const empty = aStatement({ sales: 0, refunds: 0, commission: 0, fees: 0, owed: 5, carried_over: 5 });
  expect(linesOf(empty)).toEqual([
    { name: 'carried_over', amount: 5 },
    { name: 'sales', amount: 0 },
  ]);
});

test('adds up what is payable in each currency, to the cent', () => {
  const statements = [0.1, 0.2].map((payable) => aStatement({ payable }));
  expect(payableByCurrency([...statements, aStatement({ currency: 'EUR', currency_symbol: '€', payable: 4 })])).toEqual(
    [
      { currency: 'CAD', currency_symbol: '$', amount: 0.3 },
      { currency: 'EUR', currency_symbol: '€', amount: 4 },
    ],
  );
});

test('the file has amounts and days as numbers, and texts that are never formulas', () => {
  const statement = aStatement({ vendor: { id: 7, name: '=1+1' }, payments: [aPayout()] });
  const book = read(writeWorkbook(statementSheets([statement], PERIOD)), { cellNF: true });
  expect(book.SheetNames).toEqual(['Statements', 'Taxes', 'Payouts']);
  const [headings = [], row = []] = utils.sheet_to_json<unknown[]>(book.Sheets.Statements ?? {}, { header: 1 });
  const named = Object.fromEntries(headings.map((heading, column) => [heading, row[column]]));
  expect(named).toMatchObject({ Stall: '=1+1', Sales: 113, Refunds: -11.3, Owed: 89.2, 'Fees are estimated': 'no' });
  expect(book.Sheets.Statements?.A2).toMatchObject({ t: 's' });
  expect(book.Sheets.Statements?.A2).not.toHaveProperty('f');
  expect(book.Sheets.Statements?.G2).toMatchObject({ t: 'n', z: '0.00' });
  expect(book.Sheets.Statements?.B2).toMatchObject({ t: 'n', z: 'yyyy-mm-dd' });
});
