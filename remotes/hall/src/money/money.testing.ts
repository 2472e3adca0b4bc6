/** Values for the tests of the money's pages. */
import type { HallTerms, LedgerEntry, Payout, Statement } from 'shared-contracts/types';

export const aStatement = (fields: Partial<Statement> = {}): Statement => ({
  vendor: { id: 7, name: 'Kumo Ramen' },
  currency: 'CAD',
  currency_symbol: '$',
  orders: 2,
  carried_over: 0,
  sales: 113,
  tips: 0,
  refunds: -11.3,
  commission: -10,
  rent: 0,
  fees: -2.5,
  has_estimated_fees: false,
  disputes: 0,
  transfers: 0,
  corrections: 0,
  payouts: 0,
  owed: 89.2,
  payable: 89.2,
  taxes: [{ name: 'HST', rate: 13, base: 90, amount: 11.7 }],
  payments: [],
  ...fields,
});

export const aPayout = (fields: Partial<Payout> = {}): Payout => ({
  id: 3,
  vendor: { id: 7, name: 'Kumo Ramen' },
  currency: 'CAD',
  from: '2026-10-01',
  to: '2026-10-31',
  amount: 89.2,
  paid_on: '2026-11-02',
  reference: 'SEPA 7781',
  recorded_by: 'Ada',
  created_at: '2026-11-02T09:00:00.000Z',
  undone_at: null,
  undo_reason: null,
  ...fields,
});

export const anEntry = (fields: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 1,
  cause: 'payment',
  booked_at: '2026-10-20T17:00:00.000Z',
  currency: 'CAD',
  is_estimated: false,
  payment: { number: 'P-1001', provider: 'Stripe', reference: 'pi_7', order_ids: [11, 12] },
  payout_id: null,
  postings: [
    { account: 'provider', vendor: null, line: 'received', amount: 12.71 },
    { account: 'stall', vendor: { id: 7, name: 'Kumo Ramen' }, line: 'sales', amount: -11.3 },
    { account: 'hall', vendor: null, line: 'service_charge', amount: -1.41 },
  ],
  ...fields,
});

export const someTerms = (fields: Partial<HallTerms> = {}): HallTerms => ({
  currency: 'CAD',
  currency_symbol: '$',
  fees_borne_by: 'hall',
  fee_percent: 2.9,
  fee_fixed: 0.3,
  version: 'hall-1',
  vendors: [
    { vendor: { id: 7, name: 'Kumo Ramen' }, commission_percent: 12, rent: 0, rent_from: null, version: 'kumo-1' },
    {
      vendor: { id: 8, name: 'Bun House' },
      commission_percent: 0,
      rent: 300,
      rent_from: '2026-10-01',
      version: 'buns-1',
    },
  ],
  ...fields,
});
