/** Builds a stall's day as the API returns it. Tax is added to the prices. */
import type { DayEnd, DayTotals } from 'shared-contracts/types';

export const dayTotals = (fields: Partial<DayTotals> = {}): DayTotals => ({
  currency: 'CAD',
  currency_symbol: '$',
  orders: 12,
  cancelled: 1,
  items_sold: 30,
  sales: 298.5,
  service_charge: 17.2,
  tax_added: 41.04,
  taxes: [{ name: 'HST', rate: 13, base: 315.7, amount: 41.04, refunded: 0.57 }],
  paid: 356.74,
  refunds: 5,
  net: 351.74,
  items: [
    { item: { id: 21, name: 'Tonkotsu ramen' }, quantity: 28, refunded_quantity: 1, sales: 278.6, refunds: 3 },
    { item: { id: 22, name: '=Cider' }, quantity: 2, refunded_quantity: 0, sales: 19.9, refunds: 0 },
    { item: null, quantity: 0, refunded_quantity: 0, sales: 0, refunds: 2 },
  ],
  ...fields,
});

/** Builds the day as it was at 23:30 in Toronto. */
export const aDay = (fields: Partial<DayEnd> = {}): DayEnd => ({
  vendor: { id: 7, name: 'Kumo Ramen' },
  venue_id: 1,
  day: '2026-11-20',
  timezone: 'America/Toronto',
  as_of: '2026-11-21T04:30:00Z',
  totals: [dayTotals()],
  ...fields,
});
