import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    'your-items': () => import('./your-items.screen'),
    'item-status': () => import('./item-status.screen'),
  },
  slots: {
    'account-export': () => import('./account-export.slot'),
  },
});
