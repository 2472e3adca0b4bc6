/** Runs the wallet's sheet: the amount, the choice of a card, Pay and Cancel. */
import { DIALOG_LOADED, type DialogReply } from './frame-dialog';
import type { WalletDetails } from './messages';
import { parentOrigin } from './parent-origin';

const shopOrigin = parentOrigin();
const card = document.getElementById('card') as HTMLSelectElement;
const [pay, cancel] = [...document.querySelectorAll('button')];

function reply(value: string) {
  const message: DialogReply = { kind: 'reply', value };
  window.parent.postMessage(message, shopOrigin);
}

pay?.addEventListener('click', () => reply(card.value));
cancel?.addEventListener('click', () => reply(''));

window.addEventListener('message', (event: MessageEvent<WalletDetails>) => {
  if (event.origin !== shopOrigin || event.source !== window.parent || event.data.kind !== 'wallet') return;
  const { amount, currency } = event.data;
  const total = document.getElementById('total');
  if (total) total.textContent = `${currency.toUpperCase()}, in its smallest unit: ${amount}`;
  if (pay) pay.disabled = false;
  pay?.focus();
});

window.parent.postMessage(DIALOG_LOADED, shopOrigin);
