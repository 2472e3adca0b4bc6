import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    halls: () => import('./halls/halls.screen'),
    today: () => import('./today/today.screen'),
    orders: () => import('./orders/orders.screen'),
    order: () => import('./orders/order.screen'),
    stalls: () => import('./stalls/stalls.screen'),
    stall: () => import('./stalls/stall.screen'),
    tables: () => import('./tables/tables.screen'),
    people: () => import('./people/people.screen'),
    settings: () => import('./settings/settings.screen'),
    setting: () => import('./settings/setting.screen'),
    statements: () => import('./money/statements.screen'),
    statement: () => import('./money/statement.screen'),
    ledger: () => import('./money/ledger.screen'),
    disputes: () => import('./money/disputes.screen'),
    dispute: () => import('./money/dispute.screen'),
    terms: () => import('./money/terms.screen'),
  },
  slots: {},
  catalogs: {
    ar: () => import('./locales/ar.json'),
    es: () => import('./locales/es.json'),
    fr: () => import('./locales/fr.json'),
  },
});
