/** Runs the page inside the 3-D Secure dialog. It plays the card's bank, with two buttons instead of a password. */
import { DIALOG_LOADED, type DialogReply } from './frame-dialog';
import type { ChallengeDetails } from './messages';
import { parentOrigin } from './parent-origin';

const shopOrigin = parentOrigin();
const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-outcome]')];

async function decide(details: ChallengeDetails, outcome: string) {
  for (const button of buttons) button.disabled = true;
  try {
    await fetch(`/three-d-secure/${details.paymentIntentId}`, {
      method: 'POST',
      body: new URLSearchParams({ key: details.publishableKey, client_secret: details.clientSecret, outcome }),
    });
  } finally {
    const reply: DialogReply = { kind: 'reply', value: 'done' };
    window.parent.postMessage(reply, shopOrigin);
  }
}

window.addEventListener('message', (event: MessageEvent<ChallengeDetails>) => {
  if (event.origin !== shopOrigin || event.source !== window.parent || event.data.kind !== 'challenge') return;
  for (const button of buttons) {
    button.disabled = false;
    button.addEventListener('click', () => void decide(event.data, button.dataset.outcome ?? 'fail'));
  }
  buttons[0]?.focus();
});

window.parent.postMessage(DIALOG_LOADED, shopOrigin);
