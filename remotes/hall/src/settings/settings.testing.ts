/** Values for the tests of the settings' pages. */
import type { HallSettings } from 'shared-contracts/types';

export const someSettings = (fields: Partial<HallSettings> = {}): HallSettings => ({
  id: 1,
  slug: 'granary',
  currency: 'CAD',
  currency_symbol: '$',
  is_open: true,
  payments: 'test',
  is_site_operator: false,
  name: { version: 'n1', name: 'Granary', blurb: 'Twelve stalls.', texts: {} },
  picture: { version: 'p1', image_url: '/media/hall.svg', kind: 'none' },
  languages: { version: 'l1', languages: ['en', 'fr'] },
  tax: { version: 't1', tax_name: 'HST', tax_number: '', tax_rate_percent: 13, tax_included: false },
  charge: { version: 'c1', service_charge: 2.5 },
  tips: { version: 't1', tips: null },
  delivery: { version: 'd1', delivery_method_types: ['collect'] },
  hours: { version: 'h1', timezone: 'America/Toronto' },
  provider: {
    version: 'v1',
    provider: 'Stripe',
    provider_key: 'pk_test_1',
    secret_env: 'STRIPE_SECRET_HALL',
    webhook_secret_env: null,
  },
  ...fields,
});
