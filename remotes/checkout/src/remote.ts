import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    'cart-redirect': () => import('./cart-screen/cart-redirect.screen'),
    'cart-by-id': () => import('./cart-screen/cart-by-id.screen'),
    cart: () => import('./cart-screen/cart.screen'),
    'payment-return': () => import('./payment/payment-return.screen'),
  },
  slots: {
    'cart-background': () => import('./cart/cart-background.slot'),
  },
  catalogs: {
    ar: () => import('./locales/ar.json'),
    es: () => import('./locales/es.json'),
    fr: () => import('./locales/fr.json'),
  },
});
