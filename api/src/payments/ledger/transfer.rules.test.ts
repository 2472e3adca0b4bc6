import type { TransferState } from 'core/database/types';
import type { BookedPosting } from './entry.rules';
import { boundsOf, type PlannedTransfer, stepsOf, transferredOf } from './transfer.rules';

const transfer = (id: number, amountMinor: number, state: TransferState = 'done'): PlannedTransfer => ({
  id,
  amountMinor,
  reverses: null,
  state,
});
const reversal = (
  id: number,
  reverses: number,
  amountMinor: number,
  state: TransferState = 'done',
): PlannedTransfer => ({
  id,
  amountMinor,
  reverses,
  state,
});
const add = (amountMinor: number, reverses: number | null = null) => ({ do: 'add', reverses, amountMinor });
const drop = (id: number) => ({ do: 'void', id });
const change = (id: number, amountMinor: number) => ({ do: 'change', id, amountMinor });

test.each<[what: string, transfers: PlannedTransfer[], least: number, most: number, steps: object[]]>([
  ['a payment is transferred', [], 950, 950, [add(950)]],
  ['a stall that is owed nothing gets no transfer', [], 0, 0, []],
  ['a transfer that was made stays', [transfer(1, 950)], 950, 950, []],
  ['a refund before the call makes the transfer smaller', [transfer(1, 950, 'wanted')], 550, 550, [change(1, 550)]],
  ['a whole refund before the call withdraws it', [transfer(1, 950, 'wanted')], 0, 0, [drop(1)]],
  ['a refund during the call waits for its outcome', [transfer(1, 950, 'asked')], 550, 550, []],
  ['a refund after it takes its part back', [transfer(1, 950)], 550, 550, [add(400, 1)]],
  [
    'a second refund adds to a reversal that waits',
    [transfer(1, 950), reversal(2, 1, 400, 'wanted')],
    0,
    0,
    [change(2, 950)],
  ],
  ['a second refund takes back what is left', [transfer(1, 950), reversal(2, 1, 400)], 0, 0, [add(550, 1)]],
  [
    'a refund that failed withdraws its reversal',
    [transfer(1, 950), reversal(2, 1, 400, 'wanted')],
    950,
    950,
    [drop(2)],
  ],
  ['a refund that failed late is transferred again', [transfer(1, 950), reversal(2, 1, 400)], 950, 950, [add(400)]],
  ['the newest of two transfers goes back first', [transfer(1, 500), transfer(2, 450)], 300, 300, [add(450, 2)]],
  [
    'the rest comes from the older one',
    [transfer(1, 500), transfer(2, 450), reversal(3, 2, 450)],
    300,
    300,
    [add(200, 1)],
  ],
  ['an open dispute takes nothing back', [transfer(1, 950)], 250, 950, []],
  ['an open dispute makes a transfer that waits smaller', [transfer(1, 950, 'wanted')], 250, 950, [change(1, 250)]],
  ['a lost dispute takes its part back', [transfer(1, 950)], 250, 250, [add(700, 1)]],
  ['a won dispute is transferred again', [transfer(1, 950), reversal(2, 1, 700)], 950, 950, [add(700)]],
  ['a refused transfer waits for an operator', [transfer(1, 950, 'refused')], 950, 950, []],
  ['a refused transfer shrinks with a refund', [transfer(1, 950, 'refused')], 550, 550, [change(1, 550)]],
  ['a refused transfer goes when nothing is owed', [transfer(1, 950, 'refused')], 0, 0, [drop(1)]],
  ['what an operator pays by hand is not transferred', [transfer(1, 950, 'by-hand')], 950, 950, []],
  ['a transfer that is tried again is a new one', [transfer(1, 950, 'void')], 950, 950, [add(950)]],
  ['a refused reversal waits for an operator', [transfer(1, 950), reversal(2, 1, 400, 'refused')], 550, 550, []],
  ['what is collected by hand is not taken back', [transfer(1, 950), reversal(2, 1, 400, 'by-hand')], 550, 550, []],
  [
    'a dispute that is won replaces a refused reversal',
    [transfer(1, 500), reversal(2, 1, 400, 'refused')],
    950,
    950,
    [drop(2), add(450)],
  ],
])('%s', (_what, transfers, leastMinor, mostMinor, steps) => {
  expect(stepsOf(transfers, { leastMinor, mostMinor }, { canTransfer: true })).toEqual(steps);
});

test('a stall without an account gets no transfer, and one that waits is withdrawn', () => {
  const bounds = { leastMinor: 950, mostMinor: 950 };
  expect(stepsOf([], bounds, { canTransfer: false })).toEqual([]);
  expect(stepsOf([transfer(1, 950, 'wanted')], bounds, { canTransfer: false })).toEqual([drop(1)]);
});

test('what was made and what is under way counts, and what was refused does not', () => {
  const transfers = [transfer(1, 950), reversal(2, 1, 400), transfer(3, 100, 'asked'), transfer(4, 70, 'refused')];
  expect(transferredOf(transfers)).toBe(650);
});

describe('a stall of a payment', () => {
  const booked = (cause: BookedPosting['cause'], amountMinor: number, vendorId: number | null = 1): BookedPosting => ({
    cause,
    refundId: null,
    account: vendorId === null ? 'hall' : 'stall',
    vendorId,
    orderId: null,
    line: 'sales',
    amountMinor,
  });
  const open = { hasOpenDispute: true, stepMinor: 1 };
  const closed = { hasOpenDispute: false, stepMinor: 1 };
  const payment = [booked('payment', -1130), booked('payment', 120), booked('fee', 60), booked('payment', -500, 2)];

  test('has to have its sales, less commission, fee, refunds and what is already transferred', () => {
    expect(boundsOf(payment, 1, closed)).toEqual({ leastMinor: 950, mostMinor: 950 });
    const refunded = [...payment, booked('refund', 400), booked('transfer', 950)];
    expect(boundsOf(refunded, 1, closed)).toEqual({ leastMinor: 550, mostMinor: 550 });
  });

  test('may keep what an open dispute holds back', () => {
    const disputed = [...payment, booked('dispute', 700)];
    expect(boundsOf(disputed, 1, open)).toEqual({ leastMinor: 250, mostMinor: 950 });
    expect(boundsOf(disputed, 1, closed)).toEqual({ leastMinor: 250, mostMinor: 250 });
  });

  test('has to have nothing if it owes the fee of a payment that went back', () => {
    expect(boundsOf([...payment, booked('refund', 1010)], 1, closed)).toEqual({ leastMinor: 0, mostMinor: 0 });
  });

  test('gets a multiple of what the provider can transfer', () => {
    expect(boundsOf([booked('payment', -1234)], 1, { ...closed, stepMinor: 10 }).leastMinor).toBe(1230);
  });
});
