/** Values for the tests of the stalls' pages. */
import type { HallStall, HallStalls } from 'shared-contracts/types';

export const aStall = (fields: Partial<HallStall> = {}): HallStall => ({
  id: 7,
  version: 'v7',
  name: 'Kumo Ramen',
  blurb: 'Slow broths.',
  address_1: 'Stall 1',
  address_2: '',
  city: 'Toronto',
  delivery_method_types: ['collect'],
  subaccount_code: null,
  stripe_account: null,
  texts: {},
  image_url: '/media/kumo.svg',
  picture: 'none',
  is_open: true,
  mode: 'open',
  items: 12,
  people: 3,
  printers: 1,
  ...fields,
});

export const stallsOf = (data: HallStall[], fields: Partial<HallStalls> = {}): HallStalls => ({
  data,
  version: 'list-1',
  archived: [],
  languages: ['en'],
  payment_provider: 'Stripe',
  delivery_method_types: ['collect', 'table'],
  ...fields,
});
