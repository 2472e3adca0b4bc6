/** The money of a hall in the screen states: statements with each kind of line, long names and large amounts. */
import type { Dispute, Disputes, HallTerms, LedgerCheck, LedgerEntry, Payout, Statement } from 'shared-contracts/types';

const NO_LINES = {
  carried_over: 0,
  sales: 0,
  tips: 0,
  refunds: 0,
  commission: 0,
  rent: 0,
  fees: 0,
  has_estimated_fees: false,
  disputes: 0,
  transfers: 0,
  corrections: 0,
  payouts: 0,
};
const KUMO = { id: 1, name: 'Kumo Ramen' };

const payout = (fields: Partial<Payout>): Payout => ({
  id: 1,
  vendor: KUMO,
  currency: 'CAD',
  from: '2026-10-01',
  to: '2026-10-31',
  amount: 4000,
  paid_on: '2026-11-02',
  reference: 'SEPA 7781',
  recorded_by: 'Thandi Mokoena',
  created_at: '2026-11-02T15:00:00.000Z',
  undone_at: null,
  undo_reason: null,
  ...fields,
});

const base = { currency: 'CAD', currency_symbol: '$', orders: 0, owed: 0, payable: 0, taxes: [], payments: [] };

const STATEMENTS: Record<'owed' | 'owes' | 'paid-out' | 'nothing', Statement> = {
  owed: {
    ...base,
    ...NO_LINES,
    vendor: KUMO,
    orders: 1284,
    carried_over: 120.4,
    sales: 24118.75,
    tips: 612.5,
    refunds: -310.2,
    commission: -2560.11,
    rent: -900,
    fees: -512.33,
    has_estimated_fees: true,
    disputes: -42.5,
    owed: 20526.51,
    payable: 16526.51,
    taxes: [
      { name: 'HST', rate: 13, base: 20100.2, amount: 2613.03 },
      { name: 'Reduced tax on prepared food', rate: 9.975, base: 1204, amount: 120.1 },
    ],
    payments: [
      payout({ id: 2, reference: 'SEPA 7781-2' }),
      payout({
        id: 1,
        amount: 4500,
        undone_at: '2026-11-03T15:00:00.000Z',
        undo_reason: 'The bank has sent it back: the account was closed.',
      }),
    ],
  },
  'paid-out': {
    ...base,
    ...NO_LINES,
    vendor: { id: 2, name: 'Pico Taquería and the Kitchen of the Long Name' },
    orders: 812,
    sales: 9204,
    commission: -920.4,
    owed: 8283.6,
    payments: [
      payout({
        id: 3,
        vendor: { id: 2, name: 'Pico Taquería and the Kitchen of the Long Name' },
        amount: 8283.6,
        reference: 'INTERAC-2026-11-02-0000482',
      }),
    ],
  },
  owes: { ...base, ...NO_LINES, vendor: { id: 3, name: 'Forno Alto' }, rent: -900, owed: -900 },
  nothing: { ...base, ...NO_LINES, vendor: { id: 4, name: 'Butter Lane Bakery' } },
};

/** Returns the response with all statements, or with one. */
export const statements = (only?: keyof typeof STATEMENTS): object => ({
  data: only ? [STATEMENTS[only]] : Object.values(STATEMENTS),
  days: { from: '2026-10-01', to: '2026-10-31', timezone: 'America/Toronto' },
});

const PAYMENT = {
  number: 'P-20261020-0042',
  provider: 'Stripe',
  reference: 'pi_3PqLkY2eZvKYlo2C1gS4w8Qh',
  order_ids: [11, 12],
};
const entry = (id: number, fields: Partial<LedgerEntry>): LedgerEntry => ({
  id,
  cause: 'payment',
  booked_at: `2026-10-${20 + id}T17:00:00.000Z`,
  currency: 'CAD',
  is_estimated: false,
  payment: PAYMENT,
  payout_id: null,
  postings: [],
  ...fields,
});
const posting = (
  account: string,
  line: string,
  amount: number,
  vendor: LedgerEntry['postings'][number]['vendor'] = null,
) => ({
  account,
  line,
  amount,
  vendor,
});
const PICO = { id: 2, name: 'Pico Taquería and the Kitchen of the Long Name' };

/** Returns one entry of each kind, the newest first. */
export const ledgerEntries = (): object => ({
  data: [
    entry(5, {
      cause: 'payment',
      postings: [
        posting('provider', 'received', 12.71),
        posting('stall', 'sales', -11.3, PICO),
        posting('stall', 'commission', 1.2, PICO),
        posting('hall', 'commission', -1.2),
        posting('hall', 'service_charge', -1.25),
        posting('tax', 'tax', -0.16),
      ],
    }),
    entry(4, {
      cause: 'fee',
      is_estimated: true,
      postings: [posting('fees', 'fee', -0.67), posting('stall', 'fee', 0.6, PICO), posting('hall', 'fee', 0.07)],
    }),
    entry(3, {
      cause: 'dispute',
      postings: [posting('disputes', 'dispute', -7.71), posting('stall', 'dispute', 7.71, KUMO)],
    }),
    entry(2, {
      cause: 'rent',
      payment: null,
      postings: [posting('stall', 'rent', 900, KUMO), posting('hall', 'rent', -900)],
    }),
    entry(1, {
      cause: 'payout',
      payment: null,
      postings: [posting('stall', 'payout', 120540.5, KUMO), posting('payouts', 'payout', -120540.5)],
    }),
  ],
});

const days = { from: '2026-10-01', to: '2026-10-31', timezone: 'America/Toronto' };
const reference = { number: PAYMENT.number, provider: 'Stripe', reference: PAYMENT.reference };
export const ledgerCheck: Record<'right' | 'different' | 'unreachable', LedgerCheck> = {
  right: { data: [], provider: 'compared', days },
  unreachable: { data: [], provider: 'unreachable', days },
  different: {
    data: [
      { kind: 'provider', payment: reference, currency: 'CAD', booked: 12.71, expected: 10.71 },
      { kind: 'refund', payment: { ...reference, reference: null }, currency: 'CAD', booked: 0, expected: -1250.4 },
      { kind: 'payout', payment: null, currency: 'CAD', booked: 120540.5, expected: 120540 },
    ],
    provider: 'compared',
    days,
  },
};

export const terms = (): HallTerms => ({
  currency: 'CAD',
  currency_symbol: '$',
  fees_borne_by: 'stalls',
  fee_percent: 2.9,
  version: 'v1',
  fee_fixed: 0.3,
  vendors: [
    { vendor: KUMO, commission_percent: 12.5, rent: 900, rent_from: '2026-10-01', version: 'v184' },
    { vendor: PICO, commission_percent: 10, rent: 0, rent_from: null, version: 'v185' },
    {
      vendor: { id: 3, name: 'Forno Alto' },
      commission_percent: 0,
      rent: 1250,
      rent_from: '2026-11-01',
      version: 'v186',
    },
  ],
});

const dispute = (id: number, fields: Partial<Dispute>): Dispute => ({
  id,
  payment: reference,
  orders: { data: [{ id: 11, order_number: 'K-101', vendor: KUMO }] },
  state: 'needs-response',
  amount: 12.71,
  fee: 15,
  currency: 'CAD',
  reason: 'fraudulent',
  due_at: '2026-11-09T04:00:00.000Z',
  opened_at: '2026-10-30T04:00:00.000Z',
  closed_at: null,
  is_withdrawn: true,
  source: 'provider',
  entered_by: null,
  ...fields,
});

/** Returns one dispute of each state, the newest first. @param orderIds the orders of the newest one */
export const disputes = (orderIds: readonly number[] = [11]): Disputes => ({
  data: [
    dispute(4, {
      orders: { data: orderIds.map((id) => ({ id, order_number: 'K-101', vendor: KUMO })) },
      source: 'operator',
      entered_by: 'Thandi Mokoena',
    }),
    dispute(3, {
      state: 'under-review',
      amount: 1250.4,
      reason: 'The buyer says that the order of a whole table was never brought to them',
      orders: {
        data: ['K-103', 'P-12', 'B-7'].map((order_number, index) => ({ id: 20 + index, order_number, vendor: PICO })),
      },
    }),
    dispute(2, { state: 'won', fee: 0, is_withdrawn: false, closed_at: '2026-11-01T04:00:00.000Z' }),
    dispute(1, { state: 'lost', closed_at: '2026-11-01T04:00:00.000Z' }),
  ],
  next: 1,
});
