/** A page of the sandbox in a modal dialog over the shop: the bank's 3-D Secure question, or the sheet of the wallet. */

/** The message that the framed page posts when it is ready to receive its subject. */
export const DIALOG_LOADED = 'pay-sandbox:dialog-loaded';

/** How the page in the frame ends the dialog. */
export interface DialogReply {
  kind: 'reply';
  /** 'done', or what the customer chose to pay with. */
  value: string;
}

export interface FrameDialog {
  /** The accessible name of the dialog and its frame. */
  title: string;
  /** The address of the page at the sandbox. */
  path: string;
  /** Posted to the page when it has loaded. */
  details: object;
  /** Dismisses the dialog. */
  signal?: AbortSignal;
}

/** @returns the page's reply; null where the dialog was dismissed, by the signal or by the customer with Escape */
export function showFrameDialog(origin: string, { title, path, details, signal }: FrameDialog): Promise<string | null> {
  return new Promise((resolve) => {
    // A <dialog> goes to the top layer, above whatever sheet or modal the shop has open.
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', title);
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
    frame.title = title;
    frame.src = `${origin}${path}#${encodeURIComponent(window.location.origin)}`;
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
    dialog.append(frame);

    const finish = (reply: string | null) => {
      window.removeEventListener('message', onMessage);
      // Gives the focus back, which a dialog that is removed alone does not.
      dialog.close();
      dialog.remove();
      resolve(reply);
    };
    const onMessage = (event: MessageEvent<typeof DIALOG_LOADED | DialogReply>) => {
      if (event.origin !== origin || event.source !== frame.contentWindow) return;
      if (event.data === DIALOG_LOADED) frame.contentWindow?.postMessage(details, origin);
      else if (event.data.kind === 'reply') finish(event.data.value);
    };
    window.addEventListener('message', onMessage);
    dialog.addEventListener('cancel', () => finish(null));
    signal?.addEventListener('abort', () => finish(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
