/** The page inside the frame of the Express Checkout Element: one button, the stand-in for Apple Pay and Google Pay. */
import { WALLET_PRESSED } from './messages';
import { parentOrigin } from './parent-origin';

const shopOrigin = parentOrigin();

document.querySelector('button')?.addEventListener('click', () => {
  window.parent.postMessage(WALLET_PRESSED, shopOrigin);
});
