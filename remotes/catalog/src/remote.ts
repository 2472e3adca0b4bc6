import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    venues: () => import('./venues/venues.screen'),
    vendors: () => import('./vendors/vendors.screen'),
    menu: () => import('./menu/menu.screen'),
    item: () => import('./item/item.screen'),
  },
});
