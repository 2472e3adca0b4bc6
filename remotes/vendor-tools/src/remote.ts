import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    'your-items': () => import('./your-items/your-items.screen'),
    day: () => import('./day/day.screen'),
    'menu-editor': () => import('./menu-editor/menu-editor.screen'),
    members: () => import('./members/members.screen'),
    hours: () => import('./hours/hours.screen'),
    printers: () => import('./printers/printers.screen'),
    operators: () => import('./members/operators.screen'),
    'hall-hours': () => import('./hours/hall-hours.screen'),
    watch: () => import('./watch/watch.screen'),
    'site-operators': () => import('./members/site-operators.screen'),
    'item-status': () => import('./item-status/item-status.screen'),
  },
  slots: {
    'export-orders': () => import('./export-orders/export-orders.slot'),
  },
  catalogs: {
    ar: () => import('./locales/ar.json'),
    es: () => import('./locales/es.json'),
    fr: () => import('./locales/fr.json'),
  },
});
