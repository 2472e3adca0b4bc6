import { Emitter } from './emitter';
import { showFrameDialog } from './frame-dialog';
import { WALLET_PRESSED, type WalletDetails } from './messages';

const elementType = 'expressCheckout';

export interface WalletAmount {
  amount: number;
  currency: string;
}

/** The Express Checkout Element with one wallet. It is an empty box if the browser cannot offer wallets. */
export class ExpressCheckoutElement extends Emitter {
  private frame: HTMLIFrameElement | null = null;
  private stopListening: () => void = () => {};
  /** Aborts when the element leaves the page. The sheet then closes, because a payment confirmed in it could not be made. */
  private mounted = new AbortController();
  /** The token of the card that the customer confirmed in the sheet, until it is used. */
  private agreed: string | null = null;

  constructor(
    private readonly origin: string,
    private readonly amount: () => WalletAmount,
    private readonly onDestroy: () => void,
  ) {
    super();
  }

  mount(target: string | HTMLElement) {
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) throw new Error(`The selector you specified (${String(target)}) applies to no DOM elements.`);
    this.unmount();
    if (!('PaymentRequest' in window)) {
      setTimeout(() => this.emit('ready', { elementType, availablePaymentMethods: undefined }));
      return;
    }
    const frame = document.createElement('iframe');
    frame.title = 'Secure express checkout frame';
    frame.allow = 'payment *';
    frame.src = `${this.origin}/elements/wallet-button#${encodeURIComponent(window.location.origin)}`;
    Object.assign(frame.style, { display: 'block', width: '100%', height: '48px', border: '0', colorScheme: 'light' });
    frame.addEventListener('load', () =>
      this.emit('ready', { elementType, availablePaymentMethods: { sandboxWallet: true } }),
    );
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== this.origin || event.source !== frame.contentWindow) return;
      if (event.data === WALLET_PRESSED) void this.openSheet();
    };
    window.addEventListener('message', onMessage);
    this.stopListening = () => window.removeEventListener('message', onMessage);
    this.frame = frame;
    container.replaceChildren(frame);
  }

  unmount() {
    this.stopListening();
    this.mounted.abort();
    this.mounted = new AbortController();
    this.frame?.remove();
    this.frame = null;
  }

  destroy() {
    this.unmount();
    this.onDestroy();
  }

  update() {
    // Options of the real element (layout, button types) have no counterpart here.
  }

  /** Returns the token for the shop's confirmation, once. */
  takeAgreed(): string | null {
    const token = this.agreed;
    this.agreed = null;
    return token;
  }

  private async openSheet() {
    this.emit('click', { elementType, expressPaymentType: 'sandbox_wallet', resolve: () => {}, reject: () => {} });
    const details: WalletDetails = { kind: 'wallet', ...this.amount() };
    const { signal } = this.mounted;
    const token = await showFrameDialog(this.origin, {
      title: 'Sandbox Wallet',
      path: '/elements/wallet-sheet',
      details,
      signal,
    });
    if (signal.aborted) return;
    if (!token) return this.emit('cancel', { elementType });
    this.agreed = token;
    this.emit('confirm', { elementType, expressPaymentType: 'sandbox_wallet', paymentFailed: () => {} });
  }
}
