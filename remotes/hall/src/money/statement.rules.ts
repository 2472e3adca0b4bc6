/** Writes statements in words and rows, the same on the screen, on paper and in the spreadsheet. */
import { exponentOf, toMajor, toMinor } from 'shared-contracts/rules/money';
import type { Statement } from 'shared-contracts/types';
import { t } from '../words';
import type { Period } from './period.rules';
import type { Cell, Row } from './workbook';

export type StatementState = 'nothing' | 'owed' | 'paid-out' | 'owes';

/**
 * @example
 * stateOf({ owed: 11.3, payable: 11.3, payments: [] }); // 'owed'
 */
export function stateOf({ owed, payable, payments }: Pick<Statement, 'owed' | 'payable' | 'payments'>): StatementState {
  if (payable > 0) return 'owed';
  if (owed < 0) return 'owes';
  return payments.some(({ undone_at }) => undone_at === null) ? 'paid-out' : 'nothing';
}

export type LineName = (typeof LINES)[number];

/** The lines in the order of their sum. */
const LINES = [
  'carried_over',
  'sales',
  'tips',
  'refunds',
  'commission',
  'rent',
  'fees',
  'disputes',
  'transfers',
  'corrections',
  'payouts',
] as const;

/** Lists the lines that lead to what is owed. Those that are 0 are left out, except the sales. */
export const linesOf = (statement: Statement): { name: LineName; amount: number }[] =>
  LINES.filter((name) => name === 'sales' || statement[name] !== 0).map((name) => ({ name, amount: statement[name] }));

/** Adds up what can be paid out, for each currency. */
export function payableByCurrency(
  statements: readonly Statement[],
): { currency: string; currency_symbol: string; amount: number }[] {
  const sums = new Map<string, { currency: string; currency_symbol: string; amount: number }>();
  for (const { currency, currency_symbol, payable } of statements) {
    const before = sums.get(currency)?.amount ?? 0;
    const amount = toMajor(toMinor(before, currency) + toMinor(payable, currency), currency);
    sums.set(currency, { currency, currency_symbol, amount });
  }
  return [...sums.values()];
}

/** Explains what is wrong with the amount of a payout; undefined if nothing is. */
export function payoutAmountError(amount: number, payable: number): string | undefined {
  if (amount === 0) return t('Enter an amount above 0.');
  return amount > payable ? t('This is more than the stall is owed.') : undefined;
}

/** Returns what is left to pay after a payout, in major units. */
export const leftAfter = (amount: number, { payable, currency }: Pick<Statement, 'payable' | 'currency'>): number =>
  toMajor(toMinor(payable, currency) - toMinor(amount, currency), currency);

/** Names the file: 'statements-2026-10-01-2026-10-31.xlsx'. */
export const statementsFile = ({ from, to }: Period): string => `statements-${from}-${to}.xlsx`;

const amountCell = (amount: number, currency: string): Cell => ({ amount, decimals: exponentOf(currency) });

/** Returns the sheets of the file. It is English in every language, since other programs read it. */
export function statementSheets(statements: readonly Statement[], { from, to }: Period): Map<string, Row[]> {
  return new Map<string, Row[]>([
    [
      'Statements',
      [
        [
          'Stall',
          'From',
          'To',
          'Currency',
          'Orders',
          'Carried over',
          'Sales',
          'Tips',
          'Refunds',
          'Commission',
          'Rent',
          'Fees',
          'Fees are estimated',
          'Disputes',
          'Transfers',
          'Corrections',
          'Payouts',
          'Owed',
          'Payable',
        ],
        ...statements.map(
          (each): Row => [
            each.vendor.name,
            { day: from },
            { day: to },
            each.currency,
            each.orders,
            ...LINES.flatMap((name): Cell[] => [
              amountCell(each[name], each.currency),
              ...(name === 'fees' ? [each.has_estimated_fees ? 'yes' : 'no'] : []),
            ]),
            amountCell(each.owed, each.currency),
            amountCell(each.payable, each.currency),
          ],
        ),
      ],
    ],
    [
      'Taxes',
      [
        ['Stall', 'Tax', 'Rate %', 'On', 'Amount', 'Currency'],
        ...statements.flatMap(({ vendor, taxes, currency }) =>
          taxes.map(
            ({ name, rate, base, amount }): Row => [
              vendor.name,
              name,
              rate,
              amountCell(base, currency),
              amountCell(amount, currency),
              currency,
            ],
          ),
        ),
      ],
    ],
    [
      'Payouts',
      [
        ['Stall', 'Paid on', 'Amount', 'Currency', 'Reference', 'Recorded by', 'From', 'To', 'Undone', 'Reason'],
        ...statements.flatMap(({ payments }) =>
          payments.map(
            (each): Row => [
              each.vendor.name,
              { day: each.paid_on },
              amountCell(each.amount, each.currency),
              each.currency,
              each.reference,
              each.recorded_by ?? '',
              { day: each.from },
              { day: each.to },
              each.undone_at === null ? '' : 'yes',
              each.undo_reason ?? '',
            ],
          ),
        ),
      ],
    ],
  ]);
}
