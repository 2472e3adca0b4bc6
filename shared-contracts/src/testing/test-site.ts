import type { SiteConfig } from '../types';

/** The configuration of the site in a test. */
export const TEST_SITE: SiteConfig = {
  brand: 'Foodhall',
  product: 'Foodhall',
  phone: '+1 416 555 0142',
  website: 'https://foodhall.example',
  support_url: 'https://foodhall.example/support',
  logo_url: '/logo.svg',
  notification_icon_url: '/logo-192.png',
  api: '/api/v1',
  realtime: null,
  scripts: {},
  flags: { phone: true, update_check: { enabled: false, reload_on_downgrade: false } },
};
