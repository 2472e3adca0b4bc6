import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    venues: () => import('./venues.screen'),
    vendors: () => import('./vendors.screen'),
    menu: () => import('./menu.screen'),
    item: () => import('./item.screen'),
  },
  slots: {},
});
