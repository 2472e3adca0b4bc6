/**
 * The invariant of the ledger over random histories of a hall: what was received, less what was refunded, held by disputes and taken as fees, is
 * what is owed to the stalls, the hall and the state, and what was paid out, to the cent. `npm run test:totals` plays 10,000 histories.
 */
import type { LedgerAccount } from 'core/database/types';
import fc from 'fast-check';
import { priceOrders } from 'shared-contracts/rules/totals';
import { planRefund, type Refunded, ratedAmounts } from '../refund/refund.rules';
import {
  type BookedPosting,
  changesByDispute,
  changesByRefund,
  differenceOf,
  type OrderParts,
  type Posting,
  partsOf,
  postingsOfFee,
  postingsOfPayment,
  postingsOfPayout,
  postingsOfRent,
} from './entry.rules';
import { boundsOf, type PlannedTransfer, postingsOfTransfers, stepsOf, transferredOf } from './transfer.rules';

const RUNS = Number(process.env.LEDGER_HISTORIES ?? 1_000);
const SEED = Number(process.env.TOTALS_SEED ?? 20_261_130);
const STALLS = [1, 2, 3];
/** The stall with an account of its own at the provider. */
const FIRST = 1;

const index = fc.nat(20);
const step = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    orders: fc.array(fc.record({ totalMinor: fc.nat(50_000), rateBp: fc.constantFrom(0, 500, 1300, 2000) }), {
      minLength: 1,
      maxLength: STALLS.length,
    }),
    serviceMinor: fc.nat(500),
    tipMinor: fc.oneof(fc.constant(0), fc.nat(9_000)),
    isIncluded: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('refund' as const),
    payment: index,
    order: index,
    part: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({ do: fc.constant('take back' as const), refund: index }),
  fc.record({
    do: fc.constant('fee' as const),
    payment: index,
    feeMinor: fc.nat(300),
    bearer: fc.constantFrom('stalls', 'hall'),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    payment: index,
    part: fc.integer({ min: 1, max: 100 }),
    feeMinor: fc.nat(2000),
  }),
  fc.record({ do: fc.constant('lose' as const), payment: index }),
  // The provider is asked for the next transfer or reversal of a payment, makes it, or refuses it; an operator tries one again.
  fc.record({
    do: fc.constant('transfer' as const),
    payment: index,
    to: fc.constantFrom('asked', 'done', 'refused', 'void'),
  }),
  fc.record({ do: fc.constant('win' as const), payment: index, keepsFee: fc.boolean() }),
  fc.record({ do: fc.constant('pay out' as const), stall: fc.nat(2), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ do: fc.constant('rent' as const), stall: fc.nat(2), rentMinor: fc.integer({ min: 1, max: 90_000 }) }),
  fc.record({ do: fc.constant('commission' as const), stall: fc.nat(2), rateBp: fc.nat(10_000) }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

interface Payment {
  booked: BookedPosting[];
  orders: { parts: OrderParts; row: Priced; refunds: Map<number, Priced> }[];
  isIncluded: boolean;
  dispute: { heldMinor: number; feeMinor: number };
  isDisputeOpen: boolean;
  /** The transfers of the first stall, which has an account of its own. */
  transfers: PlannedTransfer[];
}

interface Priced {
  total_minor: number;
  tax_minor: number;
  service_fee_minor: number;
  service_fee_tax_minor: number;
  tip_minor: number;
}

/** A hall that is told what happens, and counts it by hand beside its ledger. */
class Hall {
  readonly postings: Posting[] = [];
  readonly payments: Payment[] = [];
  readonly met = new Set<string>();
  /** What the provider and the bank would say. */
  readonly told = { received: 0, refunded: 0, fees: 0, held: 0, paidOut: 0 };
  private readonly commissions: Record<number, number> = {};
  private readonly refunds: { payment: Payment; order: number; id: number }[] = [];
  private nextId = 1;

  play(each: Step): void {
    if (each.do === 'pay') this.pay(each);
    else if (each.do === 'refund') this.refund(each);
    else if (each.do === 'take back') this.takeBack(each.refund);
    else if (each.do === 'fee') this.takeFee(each);
    else if (each.do === 'dispute') this.dispute(each);
    else if (each.do === 'win') this.win(each);
    else if (each.do === 'lose') this.lose(each);
    else if (each.do === 'transfer') this.moveTransfer(each);
    else if (each.do === 'pay out') this.payOut(each);
    else if (each.do === 'rent') this.append('rent', postingsOfRent(stallOf(each), each.rentMinor));
    else this.commissions[stallOf(each)] = each.rateBp;
  }

  private takeFee({ payment: at, feeMinor, bearer }: Extract<Step, { do: 'fee' }>): void {
    const payment = pick(this.payments, at);
    if (!payment) return;
    const booked = payment.booked.filter(({ cause }) => cause === 'fee');
    this.told.fees += feeMinor + sumOf(booked.filter(({ account }) => account === 'fees'));
    const ofPayment = payment.booked.filter(({ cause }) => cause === 'payment');
    this.book(payment, 'fee', null, differenceOf(postingsOfFee(feeMinor, ofPayment, bearer), booked));
  }

  private dispute({ payment: at, part, feeMinor }: Extract<Step, { do: 'dispute' }>): void {
    const payment = pick(this.payments, at);
    if (!payment || payment.dispute.heldMinor > 0) return;
    const receivedMinor = sumOf(payment.booked.filter(({ line }) => line === 'received'));
    payment.isDisputeOpen = true;
    this.setDispute(payment, { heldMinor: Math.ceil((receivedMinor * part) / 100), feeMinor });
  }

  private win({ payment: at, keepsFee }: Extract<Step, { do: 'win' }>): void {
    const payment = pick(this.payments, at);
    if (!payment || payment.dispute.heldMinor === 0) return;
    payment.isDisputeOpen = false;
    this.setDispute(payment, { heldMinor: 0, feeMinor: keepsFee ? payment.dispute.feeMinor : 0 });
  }

  private lose({ payment: at }: Extract<Step, { do: 'lose' }>): void {
    const payment = pick(this.payments, at);
    if (!payment) return;
    payment.isDisputeOpen = false;
    this.planTransfers(payment);
  }

  private moveTransfer({ payment: at, to }: Extract<Step, { do: 'transfer' }>): void {
    const from = to === 'void' ? ['refused'] : to === 'asked' ? ['wanted'] : ['wanted', 'asked'];
    const isOpen = ({ state }: PlannedTransfer) => from.includes(state);
    const payment = pick(
      this.payments.filter(({ transfers }) => transfers.some(isOpen)),
      at,
    );
    const transfer = payment?.transfers.find(isOpen);
    if (!payment || !transfer) return;
    transfer.state = to;
    if (to === 'done' && transfer.reverses !== null) this.met.add('reversal');
    if (to !== 'asked') this.planTransfers(payment);
  }

  /** Plans and books like `bookTransfers`. */
  private planTransfers(payment: Payment): void {
    const bounds = boundsOf(payment.booked, FIRST, { hasOpenDispute: payment.isDisputeOpen, stepMinor: 1 });
    for (const step of stepsOf(payment.transfers, bounds, { canTransfer: true })) {
      const known = step.do === 'add' ? null : payment.transfers.find(({ id }) => id === step.id);
      if (step.do === 'add') {
        payment.transfers.push({
          id: this.takeId(),
          state: 'wanted',
          reverses: step.reverses,
          amountMinor: step.amountMinor,
        });
      } else if (known && step.do === 'void') known.state = 'void';
      else if (known && step.do === 'change') known.amountMinor = step.amountMinor;
    }
    const booked = payment.booked.filter(({ cause }) => cause === 'transfer');
    const wanted = postingsOfTransfers([{ vendorId: FIRST, amountMinor: transferredOf(payment.transfers) }]);
    const changes = differenceOf(wanted, booked);
    if (changes.length === 0) return;
    this.told.paidOut += changes.reduce(
      (total, { vendorId, amountMinor }) => total + (vendorId === null ? 0 : amountMinor),
      0,
    );
    payment.booked.push(...changes.map((each) => ({ ...each, cause: 'transfer' as const, refundId: null })));
    this.append('transfer', changes);
  }

  private payOut(each: Extract<Step, { do: 'pay out' }>): void {
    const owedMinor = -sumOf(this.postings.filter(({ vendorId }) => vendorId === stallOf(each)));
    if (owedMinor <= 0) return;
    const amountMinor = Math.ceil((owedMinor * each.part) / 100);
    this.told.paidOut += amountMinor;
    this.append('payout', postingsOfPayout(stallOf(each), amountMinor));
  }

  private pay({ orders, serviceMinor, tipMinor, isIncluded }: Extract<Step, { do: 'pay' }>): void {
    const priced = priceOrders(
      orders.map(({ totalMinor, rateBp }) => ({
        lineTotals: [totalMinor],
        tax: { name: 'VAT', rateBasisPoints: rateBp, isIncluded },
      })),
      serviceMinor,
      tipMinor,
    );
    const made = priced.map((amounts, at) => {
      const row = {
        total_minor: amounts.totalMinor,
        tax_minor: amounts.taxMinor,
        service_fee_minor: amounts.serviceFeeMinor,
        service_fee_tax_minor: amounts.serviceFeeTaxMinor,
        tip_minor: amounts.tipMinor ?? 0,
      };
      const orderId = this.takeId();
      return {
        row,
        refunds: new Map(),
        parts: partsOf(row, { orderId, vendorId: STALLS[at] ?? 1, isTaxIncluded: isIncluded }),
      };
    });
    const payment: Payment = {
      booked: [],
      orders: made,
      isIncluded,
      dispute: { heldMinor: 0, feeMinor: 0 },
      isDisputeOpen: false,
      transfers: [],
    };
    const parts = made.map((order) => order.parts);
    this.payments.push(payment);
    this.told.received += parts.reduce(
      (sum, part) => sum + part.salesMinor + part.serviceChargeMinor + part.serviceChargeTaxMinor + part.tipMinor,
      0,
    );
    this.book(payment, 'payment', null, postingsOfPayment(parts, this.commissions));
  }

  private refund({ payment: at, order: which, part }: Extract<Step, { do: 'refund' }>): void {
    const payment = pick(this.payments, at);
    const order = payment && pick(payment.orders, which);
    if (!payment || !order) return;
    const paid = { amounts: amountsOf(order.row), isTaxIncluded: payment.isIncluded, lines: [] };
    const made = [...order.refunds.values()].reduce(added, NOTHING);
    const refunded: Refunded = { amounts: amountsOf(made), lines: [], isByLines: false };
    const leftMinor = receiptOf(order.row, payment.isIncluded) - receiptOf(made, payment.isIncluded);
    const plan = planRefund(paid, refunded, { kind: 'amount', amountMinor: Math.ceil((leftMinor * part) / 100) });
    if ('refusal' in plan || plan.amountMinor === 0) return;
    const { totalMinor, taxMinor, serviceFeeMinor, serviceFeeTaxMinor, tipMinor } = plan.amounts;
    const row = {
      total_minor: totalMinor,
      tax_minor: taxMinor,
      service_fee_minor: serviceFeeMinor,
      service_fee_tax_minor: serviceFeeTaxMinor,
      tip_minor: tipMinor,
    };
    if (tipMinor > 0) this.met.add('tip returned');
    const id = this.takeId();
    order.refunds.set(id, row);
    this.refunds.push({ payment, order: payment.orders.indexOf(order), id });
    this.told.refunded += plan.amountMinor;
    this.bookRefund(payment, order, id, row);
  }

  private takeBack(which: number): void {
    const [refund] = this.refunds.splice(which % Math.max(1, this.refunds.length), 1);
    const order = refund?.payment.orders[refund.order];
    const row = refund && order?.refunds.get(refund.id);
    if (!refund || !order || !row) return;
    order.refunds.delete(refund.id);
    this.told.refunded -= receiptOf(row, refund.payment.isIncluded);
    this.met.add('take back');
    this.bookRefund(refund.payment, order, refund.id, null);
  }

  private bookRefund(payment: Payment, order: Payment['orders'][number], refundId: number, row: Priced | null): void {
    const { orderId, vendorId } = order.parts;
    const refund = row && partsOf(row, { orderId, vendorId, isTaxIncluded: payment.isIncluded });
    const changes = changesByRefund({ refundId, refund, order: { orderId, vendorId }, booked: payment.booked });
    this.book(payment, 'refund', refundId, changes);
  }

  private setDispute(payment: Payment, dispute: Payment['dispute']): void {
    this.told.held += dispute.heldMinor - payment.dispute.heldMinor;
    this.told.fees += dispute.feeMinor - payment.dispute.feeMinor;
    payment.dispute = dispute;
    this.book(payment, 'dispute', null, changesByDispute(dispute, payment.booked));
  }

  private book(payment: Payment, cause: BookedPosting['cause'], refundId: number | null, postings: Posting[]): void {
    payment.booked.push(...postings.map((each) => ({ ...each, cause, refundId })));
    this.append(cause, postings);
    this.planTransfers(payment);
  }

  private takeId(): number {
    this.nextId += 1;
    return this.nextId;
  }

  private append(cause: string, postings: Posting[]): void {
    this.met.add(cause);
    if (sumOf(postings) !== 0) throw new Error(`An entry is off by ${sumOf(postings)}`);
    this.postings.push(...postings);
  }
}

const NOTHING: Priced = { total_minor: 0, tax_minor: 0, service_fee_minor: 0, service_fee_tax_minor: 0, tip_minor: 0 };

const added = (a: Priced, b: Priced): Priced => ({
  total_minor: a.total_minor + b.total_minor,
  tax_minor: a.tax_minor + b.tax_minor,
  service_fee_minor: a.service_fee_minor + b.service_fee_minor,
  service_fee_tax_minor: a.service_fee_tax_minor + b.service_fee_tax_minor,
  tip_minor: a.tip_minor + b.tip_minor,
});

const receiptOf = (row: Priced, isIncluded: boolean): number =>
  row.total_minor +
  row.service_fee_minor +
  row.tip_minor +
  (isIncluded ? 0 : row.tax_minor + row.service_fee_tax_minor);

const amountsOf = (row: Priced) =>
  ratedAmounts([{ name: 'VAT', rateBasisPoints: 0, totalMinor: row.total_minor, taxMinor: row.tax_minor }], {
    serviceFeeMinor: row.service_fee_minor,
    serviceFeeTaxMinor: row.service_fee_tax_minor,
    tipMinor: row.tip_minor,
  });

const sumOf = (postings: readonly Posting[]): number => postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
const stallOf = ({ stall }: { stall: number }): number => STALLS[stall] ?? 1;
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

test(`in ${RUNS} random histories every account is what the provider and the bank say, to the cent`, () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
      const hall = new Hall();
      for (const each of steps) hall.play(each);
      for (const cause of hall.met) met.add(cause);
      const { received, refunded, fees, held, paidOut } = hall.told;
      const balance = (...accounts: LedgerAccount[]) =>
        sumOf(hall.postings.filter(({ account }) => accounts.includes(account)));
      expect({
        provider: balance('provider'),
        fees: balance('fees'),
        held: balance('disputes'),
        paidOut: balance('payouts'),
        owed: balance('stall', 'tips', 'hall', 'tax', 'buyers'),
      }).toEqual({
        provider: received - refunded,
        fees: 0 - fees,
        held: 0 - held,
        paidOut: 0 - paidOut,
        owed: paidOut + held + fees + refunded - received,
      });
      for (const payment of hall.payments) {
        expectNothingLeftOfRefunded(payment);
        expectTransferred(payment);
        expectTipsToGoBackLast(payment);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // The run would prove nothing if no history had one of the causes.
  expect([...met].sort()).toEqual([
    'dispute',
    'fee',
    'payment',
    'payout',
    'refund',
    'rent',
    'reversal',
    'take back',
    'tip returned',
    'transfer',
  ]);
});

/** A stall whose order has gone back as a whole keeps nothing of it, and owes no commission for it. */
function expectNothingLeftOfRefunded({ orders, booked, isIncluded }: Payment): void {
  for (const { parts, row, refunds } of orders) {
    const back = [...refunds.values()].reduce(added, NOTHING);
    if (receiptOf(back, isIncluded) !== receiptOf(row, isIncluded)) continue;
    for (const account of ['stall', 'tips']) {
      const left = booked.filter((each) => each.account === account && each.orderId === parts.orderId);
      expect(sumOf(left)).toBe(0);
    }
  }
}

/** A stall keeps its tip as long as anything that was ordered is not refunded, and owes no commission for it. */
function expectTipsToGoBackLast({ orders, booked }: Payment): void {
  for (const { parts, row, refunds } of orders) {
    const back = [...refunds.values()].reduce(added, NOTHING);
    const tips = booked.filter(({ account, orderId }) => account === 'tips' && orderId === parts.orderId);
    expect(0 - sumOf(tips)).toBe(row.tip_minor - back.tip_minor);
    expect(tips.every(({ line }) => line === 'tip')).toBe(true);
  }
}

/** Once nothing is under way or refused, the first stall has in its account what it is owed, and never more than all transfers to it. */
function expectTransferred({ booked, transfers, isDisputeOpen }: Payment): void {
  const done = transfers.filter(({ state }) => state === 'done');
  expect(transferredOf(done)).toBeGreaterThanOrEqual(0);
  if (transfers.some(({ state }) => state === 'asked' || state === 'refused')) return;
  const { leastMinor, mostMinor } = boundsOf(booked, FIRST, { hasOpenDispute: isDisputeOpen, stepMinor: 1 });
  const transferredMinor = transferredOf(transfers);
  // A reversal of several transfers follows one after the other.
  if (transfers.some(({ state, reverses }) => state === 'wanted' && reverses !== null)) {
    expect(transferredMinor).toBeGreaterThanOrEqual(mostMinor);
    return;
  }
  expect(transferredMinor).toBeGreaterThanOrEqual(leastMinor);
  expect(transferredMinor).toBeLessThanOrEqual(mostMinor);
}
