import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    queues: () => import('./queues.screen'),
    order: () => import('./order.screen'),
    print: () => import('./print.screen'),
  },
  slots: {
    'queue-background': () => import('./queue-background.slot'),
    'notifications-panel': () => import('./notifications-panel.slot'),
  },
});
