import {
  type BookedPosting,
  changesByDispute,
  commissionAfter,
  commissionOn,
  differenceOf,
  type OrderParts,
  type Posting,
  partsOf,
  postingsOfFee,
  postingsOfPayment,
  postingsOfRefund,
  postingsOfReturn,
  postingsOfSplit,
  postingsOfSurplus,
} from './entry.rules';

/** An order of 10.00 and 1.30 tax, with 1.25 of the service charge and its 0.16 tax. */
const RECEIPT = { total_minor: 1000, tax_minor: 130, service_fee_minor: 125, service_fee_tax_minor: 16 };
const RAMEN: OrderParts = partsOf(RECEIPT, { orderId: 1, vendorId: 11, isTaxIncluded: false });
const GYOZA: OrderParts = partsOf(
  { ...RECEIPT, total_minor: 2000, tax_minor: 260 },
  { orderId: 2, vendorId: 12, isTaxIncluded: false },
);

const rowsOf = (postings: readonly Posting[]) =>
  postings.map(({ account, vendorId, orderId, line, amountMinor }) => [
    ...[account, vendorId, orderId].filter((part) => part !== null),
    line,
    amountMinor,
  ]);
const sumOf = (postings: readonly Posting[]) => postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

describe('a payment', () => {
  test('owes each stall its lines with their tax, and the hall the service charge', () => {
    const postings = postingsOfPayment([RAMEN, GYOZA]);
    expect(rowsOf(postings)).toEqual([
      ['provider', 'received', 3672],
      ['stall', 11, 1, 'sales', -1130],
      ['stall', 12, 2, 'sales', -2260],
      ['hall', 'service_charge', -250],
      ['tax', 'tax', -32],
    ]);
    expect(sumOf(postings)).toBe(0);
  });

  test('takes the tax of the service charge out of it when prices include tax', () => {
    const parts = partsOf(RECEIPT, { orderId: 1, vendorId: 11, isTaxIncluded: true });
    expect(rowsOf(postingsOfPayment([parts]))).toEqual([
      ['provider', 'received', 1125],
      ['stall', 11, 1, 'sales', -1000],
      ['hall', 'service_charge', -109],
      ['tax', 'tax', -16],
    ]);
  });

  test('has a posting for an order that costs nothing', () => {
    const free = { ...GYOZA, salesMinor: 0, serviceChargeMinor: 0, serviceChargeTaxMinor: 0 };
    expect(rowsOf(postingsOfPayment([RAMEN, free]))).toContainEqual(['stall', 12, 2, 'sales', 0]);
  });
});

describe('a tip', () => {
  const TIPPED = { ...RAMEN, tipMinor: 200 };
  const payment = postingsOfPayment([TIPPED, GYOZA], { 11: 1200 });

  test('is owed to its stall beside the sales, and the hall takes no commission on it', () => {
    expect(rowsOf(payment)).toEqual([
      ['provider', 'received', 3872],
      ['stall', 11, 1, 'sales', -1130],
      ['tips', 11, 1, 'tip', -200],
      ['stall', 11, 1, 'commission', 120],
      ['hall', 1, 'commission', -120],
      ['stall', 12, 2, 'sales', -2260],
      ['hall', 'service_charge', -250],
      ['tax', 'tax', -32],
    ]);
    expect(sumOf(payment)).toBe(0);
  });

  test('bears its part of the fee, since the provider takes the fee on all that was charged', () => {
    // 13.30, 22.60 and 2.82 of 38.72 bear 1.00.
    expect(rowsOf(postingsOfFee(100, payment, 'stalls'))).toEqual([
      ['fees', 'fee', -100],
      ['stall', 11, 'fee', 34],
      ['stall', 12, 'fee', 59],
      ['hall', 'fee', 7],
    ]);
  });

  test('goes back with its refund', () => {
    expect(rowsOf(postingsOfRefund(TIPPED))).toContainEqual(['tips', 11, 1, 'tip', 200]);
    expect(sumOf(postingsOfRefund(TIPPED))).toBe(0);
  });
});

test('a refund comes out of the accounts that got the money', () => {
  const postings = postingsOfRefund(RAMEN);
  expect(rowsOf(postings)).toEqual([
    ['provider', 1, 'refunded', -1271],
    ['stall', 11, 1, 'sales', 1130],
    ['hall', 1, 'service_charge', 125],
    ['tax', 1, 'tax', 16],
  ]);
  expect(sumOf(postings)).toBe(0);
});

test('a payment that bought nothing belongs to its buyer until it has gone back', () => {
  const postings = [...postingsOfSurplus(2542), ...postingsOfReturn(2542)];
  expect(rowsOf(differenceOf(postings, []))).toEqual(
    [
      ['provider', 'received', 2542],
      ['buyers', 'returned', 0],
      ['provider', 'refunded', -2542],
    ].filter(([, , amount]) => amount !== 0),
  );
});

describe('a change of a refund', () => {
  const booked = postingsOfRefund(RAMEN);

  test('is booked as the difference', () => {
    const less = postingsOfRefund({ ...RAMEN, salesMinor: 565, serviceChargeMinor: 62, serviceChargeTaxMinor: 8 });
    expect(rowsOf(differenceOf(less, booked))).toEqual([
      ['provider', 1, 'refunded', 636],
      ['stall', 11, 1, 'sales', -565],
      ['hall', 1, 'service_charge', -63],
      ['tax', 1, 'tax', -8],
    ]);
  });

  test('that takes it back reverses all of it', () => {
    expect(sumOf(differenceOf([], booked))).toBe(0);
    expect(differenceOf([], [...booked, ...differenceOf([], booked)])).toEqual([]);
  });

  test('without a new amount books nothing', () => {
    expect(differenceOf(booked, booked)).toEqual([]);
  });
});

describe('a commission', () => {
  test.each([
    [RAMEN, 1200, 120],
    [RAMEN, 0, 0],
    [{ salesMinor: 1000, taxMinor: 115 }, 1250, 111],
    [{ salesMinor: 0, taxMinor: 0 }, 1200, 0],
  ])('of %j at %i basis points is %i, from the price without tax', (sale, rate, minor) => {
    expect(commissionOn(sale, rate)).toBe(minor);
  });

  test('is owed to the hall instead of the stall', () => {
    const postings = postingsOfPayment([RAMEN], { 11: 1200 });
    expect(rowsOf(postings)).toContainEqual(['stall', 11, 1, 'commission', 120]);
    expect(rowsOf(postings)).toContainEqual(['hall', 1, 'commission', -120]);
    expect(sumOf(postings)).toBe(0);
  });

  test('goes back with each refund, and all of it with the last cent', () => {
    const left = [0, 1, 565, 1129, 1130].map((refundedMinor) =>
      commissionAfter({ commissionMinor: 120, salesMinor: 1130, refundedMinor }),
    );
    expect(left).toEqual([120, 120, 60, 0, 0]);
  });
});

describe('a fee', () => {
  const payment = postingsOfPayment([RAMEN, GYOZA]);

  test('is borne by everyone who got a part of the payment, to the cent', () => {
    // 11.30, 22.60 and the service charge of 2.82 bear 1.00.
    const postings = postingsOfFee(100, payment, 'stalls');
    expect(rowsOf(postings)).toEqual([
      ['fees', 'fee', -100],
      ['stall', 11, 'fee', 31],
      ['stall', 12, 'fee', 61],
      ['hall', 'fee', 8],
    ]);
    expect(sumOf(postings)).toBe(0);
  });

  test('is borne by the hall alone where that is agreed, and for a payment that bought nothing', () => {
    const ofHall = [
      ['fees', 'fee', -100],
      ['hall', 'fee', 100],
    ];
    expect(rowsOf(postingsOfFee(100, payment, 'hall'))).toEqual(ofHall);
    expect(rowsOf(postingsOfFee(100, postingsOfSurplus(2542), 'stalls'))).toEqual(ofHall);
  });
});

test('a split pays each stall its sales less its part of the fee, and what it paid is not owed any more', () => {
  // The payment is 36.72: the two stalls get 33.90 of it, and the hall 2.82.
  const split = postingsOfSplit([RAMEN, GYOZA], { receivedMinor: 3672, feeMinor: 100 });
  expect(rowsOf(split)).toEqual([
    ['stall', 11, 1, 'transfer', 1099],
    ['stall', 12, 2, 'transfer', 2199],
    ['payouts', 'transfer', -3298],
  ]);
  const fee = postingsOfFee(100, postingsOfPayment([RAMEN, GYOZA]), 'stalls');
  const owed = [...postingsOfPayment([RAMEN, GYOZA]), ...fee, ...split].filter(({ account }) => account === 'stall');
  expect(sumOf(owed)).toBe(0);
});

describe('a dispute', () => {
  const asBooked = (cause: BookedPosting['cause'], postings: readonly Posting[]): BookedPosting[] =>
    postings.map((each) => ({ ...each, cause, refundId: null }));
  const payment = asBooked('payment', postingsOfPayment([RAMEN, GYOZA]));
  const refund = asBooked('refund', postingsOfRefund(GYOZA));
  const held = { heldMinor: 1271, feeMinor: 1500 };
  const opened = changesByDispute(held, [...payment, ...refund]);

  test('is borne by those who still have the money of the payment', () => {
    expect(rowsOf(opened)).toEqual([
      ['disputes', 'dispute', -1271],
      ['fees', 'dispute', -1500],
      ['stall', 11, 'dispute', 2464],
      ['hall', 'dispute', 307],
    ]);
  });

  test('books nothing while its amounts stay the same', () => {
    const later = asBooked('refund', postingsOfRefund({ ...RAMEN, salesMinor: 100 }));
    expect(changesByDispute(held, [...payment, ...refund, ...asBooked('dispute', opened), ...later])).toEqual([]);
  });

  test('gives back what it held when it is won, and its fee where the provider returns it', () => {
    const booked = [...payment, ...refund, ...asBooked('dispute', opened)];
    const won = changesByDispute({ heldMinor: 0, feeMinor: 0 }, booked);
    expect(differenceOf([...opened, ...won], [])).toEqual([]);
    expect(sumOf(changesByDispute({ heldMinor: 0, feeMinor: 1500 }, booked))).toBe(0);
  });

  test('of a payment that has gone back as a whole is borne by the hall', () => {
    const all = asBooked('refund', [...postingsOfRefund(RAMEN), ...postingsOfRefund(GYOZA)]);
    expect(rowsOf(changesByDispute({ heldMinor: 0, feeMinor: 1500 }, [...payment, ...all]))).toEqual([
      ['fees', 'dispute', -1500],
      ['hall', 'dispute', 1500],
    ]);
  });
});
