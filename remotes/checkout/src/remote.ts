import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    'cart-redirect': () => import('./cart/cart-redirect.screen'),
    'cart-by-id': () => import('./cart/cart-by-id.screen'),
    cart: () => import('./cart/cart.screen'),
    'payment-return': () => import('./payment/payment-return.screen'),
  },
  slots: {
    'cart-background': () => import('./cart/cart-background.slot'),
  },
});
