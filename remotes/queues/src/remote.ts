import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    queues: () => import('./screens/queues.screen'),
    order: () => import('./screens/order.screen'),
    print: () => import('./screens/print.screen'),
  },
  slots: {
    'queue-background': () => import('./notifications/queue-background.slot'),
    'notifications-panel': () => import('./notifications/notifications-panel.slot'),
  },
  catalogs: {
    ar: () => import('./locales/ar.json'),
    es: () => import('./locales/es.json'),
    fr: () => import('./locales/fr.json'),
  },
});
