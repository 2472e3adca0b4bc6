import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    'cart-redirect': () => import('./cart-redirect.screen'),
    'cart-by-id': () => import('./cart-by-id.screen'),
    cart: () => import('./cart.screen'),
    'payment-return': () => import('./payment-return.screen'),
  },
  slots: {
    'cart-background': () => import('./cart-background.slot'),
  },
});
