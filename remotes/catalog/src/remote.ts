import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    venues: () => import('./venues/venues.screen'),
    vendors: () => import('./vendors/vendors.screen'),
    menu: () => import('./menu/menu.screen'),
    item: () => import('./item/item.screen'),
  },
  catalogs: {
    ar: () => import('./locales/ar.json'),
    es: () => import('./locales/es.json'),
    fr: () => import('./locales/fr.json'),
  },
});
