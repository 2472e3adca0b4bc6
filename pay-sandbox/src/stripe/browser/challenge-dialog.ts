import { CHALLENGE_DONE, CHALLENGE_LOADED, type ChallengeDetails } from './messages';

/**
 * Shows the sandbox's 3-D Secure page in a modal dialog over the shop. Resolves when the customer has replied, or has
 * dismissed the dialog with Escape; what came of it is asked of the payment intent afterwards.
 */
export function showChallenge(origin: string, details: ChallengeDetails): Promise<'answered' | 'dismissed'> {
  return new Promise((resolve) => {
    // A <dialog> goes to the top layer, above whatever sheet or modal the shop has open.
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Card verification');
    Object.assign(dialog.style, {
      width: 'min(400px, calc(100vw - 32px))',
      height: 'min(440px, calc(100dvh - 32px))',
      // A shop that resets all margins takes the browser's own centring with them.
      margin: 'auto',
      padding: '0',
      border: '0',
      borderRadius: '18px',
      overflow: 'hidden',
      boxShadow: '0 24px 64px rgb(0 0 0 / .4)',
    });
    const frame = document.createElement('iframe');
    frame.title = 'Card verification';
    frame.src = `${origin}/elements/three-d-secure#${encodeURIComponent(window.location.origin)}`;
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
    dialog.append(frame);

    const finish = (outcome: 'answered' | 'dismissed') => {
      window.removeEventListener('message', onMessage);
      dialog.remove();
      resolve(outcome);
    };
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return;
      if (event.data === CHALLENGE_LOADED) frame.contentWindow?.postMessage(details, origin);
      if (event.data === CHALLENGE_DONE) finish('answered');
    };
    window.addEventListener('message', onMessage);
    dialog.addEventListener('cancel', () => finish('dismissed'));
    document.body.append(dialog);
    dialog.showModal();
  });
}
