import type { Who } from './cast';

/**
 * The tag of the journeys that `npm test` plays: each screen and each role at least once, the same at every commit. `npm run e2e` plays all
 * journeys.
 */
export const CORE = '@core';

/**
 * The screens, each with the person who sees it and the state. A remote's screen has its name in remote.json. core.test.ts compares this
 * table with the remotes.
 */
const TABLE: readonly (readonly [app: string, screen: string, who: Who, state: string])[] = [
  ['host', 'login', 'visitor', 'login'],
  ['host', 'register', 'visitor', 'register'],
  ['host', 'forgot password', 'visitor', 'forgot password'],
  ['host', 'reset password', 'visitor', 'reset password'],
  ['host', 'invitation', 'visitor', 'invitation'],
  ['host', 'setup', 'visitor', 'setup'],
  ['host', 'accessibility statement', 'visitor', 'accessibility statement'],
  ['host', 'not found', 'visitor', 'not found'],
  ['host', 'error screen', 'newcomer', 'error screen'],
  ['host', 'account', 'newcomer', 'account'],
  ['host', 'account', 'cook', 'account of a vendor'],
  ['host', 'switch sheet', 'cook', 'switch sheet'],
  ['catalog', 'venues', 'visitor', 'venues'],
  ['catalog', 'vendors', 'visitor', 'vendors'],
  ['catalog', 'menu', 'visitor', 'menu'],
  ['catalog', 'item', 'visitor', 'item'],
  ['checkout', 'cart', 'shopper', 'cart'],
  ['queues', 'queues', 'diner', 'queue'],
  ['queues', 'queues', 'cook', 'vendor queue'],
  ['queues', 'order', 'diner', 'order'],
  ['queues', 'print', 'diner', 'print'],
  ['queues', 'notifications-panel', 'diner', 'notifications'],
  ['vendor-tools', 'your-items', 'cook', 'items'],
  ['vendor-tools', 'item-status', 'cook', 'stock'],
  ['vendor-tools', 'menu-editor', 'cook', 'menu editor'],
  ['vendor-tools', 'members', 'cook', 'people'],
  ['vendor-tools', 'day', 'cook', 'day’s end'],
  ['vendor-tools', 'hours', 'cook', 'hours'],
  ['vendor-tools', 'printers', 'cook', 'printers'],
  ['vendor-tools', 'operators', 'operator', 'operators'],
  ['vendor-tools', 'hall-hours', 'operator', 'hours of the hall'],
  ['vendor-tools', 'watch', 'operator', 'watch'],
  ['vendor-tools', 'site-operators', 'operator', 'site operators'],
  ['hall', 'halls', 'operator', 'halls'],
  ['hall', 'today', 'operator', 'today'],
  ['hall', 'orders', 'operator', 'orders of the hall'],
  ['hall', 'order', 'operator', 'order of the hall'],
  ['hall', 'stalls', 'operator', 'stalls'],
  ['hall', 'stall', 'operator', 'stall'],
  ['hall', 'tables', 'operator', 'tables'],
  ['hall', 'people', 'operator', 'people of the hall'],
  ['hall', 'settings', 'operator', 'settings'],
  ['hall', 'setting', 'operator', 'setting'],
  ['hall', 'statements', 'operator', 'statements'],
  ['hall', 'statement', 'operator', 'statement'],
  ['hall', 'ledger', 'operator', 'ledger'],
  ['hall', 'disputes', 'operator', 'disputes'],
  ['hall', 'dispute', 'operator', 'dispute'],
  ['hall', 'terms', 'operator', 'terms'],
];

/** The screen states of the core, by their names in screen-states.ts. accessibility.spec.ts opens each one and checks it with axe. */
export const CORE_STATES = TABLE.map(([app, screen, who, state]) => ({ app, screen, who, state }));

/** The screens that only redirect, each with the file of the core journey that goes through it. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  'cart-redirect': 'routes.spec.ts',
  'cart-by-id': 'checkout.spec.ts',
  'payment-return': 'payments.spec.ts',
};
