import type { LedgerEntry } from 'shared-contracts/types';
import { amountOf, continuedWith, groupsOf, parseFilter, queryOf, withEntries } from './ledger.rules';
import { anEntry } from './money.testing';

const posting = (account: string, amount: number): LedgerEntry['postings'][number] => ({
  account,
  vendor: null,
  line: 'received',
  amount,
});

test.each([
  ['payment', [posting('provider', 12.71), posting('stall', -11.3), posting('hall', -1.41)], 12.71],
  ['refund', [posting('provider', -5), posting('stall', 5)], -5],
  ['fee', [posting('fees', -0.67), posting('stall', 0.67)], -0.67],
  ['dispute', [posting('disputes', -7.71), posting('fees', -15), posting('stall', 22.71)], -7.71],
  ['rent', [posting('stall', 300), posting('hall', -300)], 300],
  ['payout', [posting('stall', 5), posting('payouts', -5)], -5],
  ['correction', [posting('stall', -5), posting('payouts', 5)], 5],
  ['dispute', [posting('fees', -15), posting('hall', 15)], -15],
] as const)('the amount of a %s with the postings %j is %j', (cause, postings, expected) => {
  expect(amountOf({ cause, postings: [...postings] })).toBe(expected);
});

const ids = (entries: readonly LedgerEntry[]) => entries.map(({ id }) => id);
const entries = (...given: number[]) => given.map((id) => anEntry({ id }));

test('adds a page to the entries, each once and the newest first', () => {
  expect(ids(withEntries(entries(5, 4), entries(4, 3)))).toEqual([5, 4, 3]);
});

test('adds new entries before those that are known, and begins again if some would be missing', () => {
  expect(ids(continuedWith(entries(5, 4, 3), entries(7, 6, 5)))).toEqual([7, 6, 5, 4, 3]);
  expect(ids(continuedWith(entries(5, 4, 3), entries(9, 8, 7)))).toEqual([9, 8, 7]);
});

test('takes from the address only what the API knows', () => {
  const filter = parseFilter(new URLSearchParams('vendor=x&cause=gift&payment=pi_7'));
  expect(filter).toEqual({ vendor: '', cause: '', payment: 'pi_7' });
  expect(queryOf(filter)).toEqual({ payment: 'pi_7' });
});

test('a list is split at each hundred of the ids, so that a newer entry moves no other into another group', () => {
  const ids = (list: readonly number[]) =>
    groupsOf(list.map((id) => ({ id }))).map((group) => group.map(({ id }) => id));
  expect(ids([202, 201, 200, 199, 3])).toEqual([[202, 201, 200], [199], [3]]);
  expect(ids([203, 202, 201])).toEqual([[203, 202, 201]]);
  expect(ids([])).toEqual([]);
});
