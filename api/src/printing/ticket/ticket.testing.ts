import { inLanguage, registerLanguage } from 'core/http/language';
import fastify from 'fastify';
import { loadWords } from '../../load-words';
import type { CustomerSlip, DayEndSlip, KitchenTicket } from './ticket.rules';

/** Makes texts come in the language of `inLanguage`, as in a server. */
export function speakLanguages(): void {
  registerLanguage(fastify(), loadWords());
}

export { inLanguage };

export const TICKET: KitchenTicket = {
  number: 'K-101',
  stall: 'Kumo Ramen',
  place: { kind: 'table', location: '12' },
  placedAt: '2026-11-30T17:05:00Z',
  promisedAt: '2026-11-30T17:20:00Z',
  timeZone: 'America/Toronto',
  buyer: 'Thandi M.',
  instructions: '',
  allergyNote: '',
  marks: [],
  copy: { number: 1, count: 1 },
  lines: [
    { quantity: 2, item: 'Tonkotsu ramen', variant: 'Large', options: ['Soy-cured egg'], note: '' },
    { quantity: 1, item: 'Gyoza', variant: '', options: [], note: 'No onions' },
  ],
};

export const SLIP: CustomerSlip = {
  ...TICKET,
  venue: 'Granary Square Market',
  address: '1 Granary Square, Toronto',
  currency: 'CAD',
  currencySymbol: '$',
  lines: [
    { quantity: 2, item: 'Tonkotsu ramen', variant: 'Large', options: [], note: '', totalMinor: 3300 },
    { quantity: 1, item: 'Gyoza', variant: '', options: [], note: '', totalMinor: 900 },
  ],
  serviceChargeMinor: 200,
  tipMinor: 0,
  taxes: [{ name: 'HST 13 %', amountMinor: 572 }],
  isTaxIncluded: false,
  taxNumber: '12345',
  paidMinor: 4972,
};

export const DAY_END: DayEndSlip = {
  stall: 'Kumo Ramen',
  day: '2026-11-30',
  asOf: '2026-12-01T03:30:00Z',
  timeZone: 'America/Toronto',
  currency: 'CAD',
  currencySymbol: '$',
  orders: 112,
  cancelled: 2,
  itemsSold: 340,
  salesMinor: 512_350,
  serviceChargeMinor: 0,
  taxAddedMinor: 66_605,
  tipsMinor: 0,
  taxes: [{ name: 'HST 13 %', amountMinor: 66_605 }],
  paidMinor: 578_955,
  refundsMinor: 1650,
  netMinor: 577_305,
  items: [{ name: 'Tonkotsu ramen', quantity: 200, salesMinor: 330_000 }],
};
