import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    queues: () => import('./queue/queues.screen'),
    order: () => import('./order/order.screen'),
    print: () => import('./order/print.screen'),
  },
  slots: {
    'queue-background': () => import('./notifications/queue-background.slot'),
    'notifications-panel': () => import('./notifications/notifications-panel.slot'),
  },
});
