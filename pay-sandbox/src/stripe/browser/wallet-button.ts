/** Runs the page inside the frame of the Express Checkout Element: one button that replaces Apple Pay and Google Pay. */
import { WALLET_PRESSED } from './messages';
import { parentOrigin } from './parent-origin';

const shopOrigin = parentOrigin();

document.querySelector('button')?.addEventListener('click', () => {
  window.parent.postMessage(WALLET_PRESSED, shopOrigin);
});
