/** Shows a page of the sandbox in a modal dialog over the shop: the bank's 3-D Secure question, or the wallet's sheet. */

/** The message that the framed page posts when it is ready to receive its subject. */
export const DIALOG_LOADED = 'pay-sandbox:dialog-loaded';

/** The message with which the page in the frame ends the dialog. */
export interface DialogReply {
  kind: 'reply';
  /** 'done', or the payment method that the customer chose. Empty if the customer cancelled. */
  value: string;
}

export interface FrameDialog {
  /** The accessible name of the dialog and its frame. */
  title: string;
  /** The address of the page at the sandbox. */
  path: string;
  /** The message that the page gets when it has loaded. */
  details: object;
  /** An abort dismisses the dialog. */
  signal?: AbortSignal;
}

/** @returns the page's reply; null if the signal or the customer (with Escape) dismissed the dialog */
export function showFrameDialog(origin: string, { title, path, details, signal }: FrameDialog): Promise<string | null> {
  return new Promise((resolve) => {
    // A <dialog> is in the top layer, above any sheet or modal of the shop.
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', title);
    Object.assign(dialog.style, {
      width: 'min(400px, calc(100vw - 32px))',
      height: 'min(440px, calc(100dvh - 32px))',
      // A shop that resets all margins also resets the browser's centring.
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
      // Closing the dialog returns the focus. Removing it without closing would not.
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
