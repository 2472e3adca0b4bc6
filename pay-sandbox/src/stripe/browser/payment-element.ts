import { Emitter } from './emitter';
import {
  type Appearance,
  FORM_LOADED,
  type FormRequest,
  type FromForm,
  type IntentResult,
  type SubmitResult,
  type ToForm,
} from './messages';

const FRAME_HEIGHT_BEFORE_MEASURED = 220;

/** The Payment Element: a box in the shop's page with a frame of the sandbox's origin, in which the customer types the card. */
export class PaymentElement extends Emitter {
  private frame: HTMLIFrameElement | null = null;
  private port: MessagePort | null = null;
  private whenReady: Promise<void> = Promise.resolve();
  private nextId = 1;
  private readonly replies = new Map<number, (result: IntentResult | SubmitResult) => void>();
  private stopListening: () => void = () => {};

  constructor(
    private readonly origin: string,
    private readonly publishableKey: string,
    private appearance: Appearance,
    private readonly onDestroy: () => void,
  ) {
    super();
  }

  mount(target: string | HTMLElement) {
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) throw new Error(`The selector you specified (${String(target)}) applies to no DOM elements.`);
    this.unmount();
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.allow = 'payment *';
    frame.src = `${this.origin}/elements/payment#${encodeURIComponent(window.location.origin)}`;
    // The styles are set through the CSSOM, because the page's content security policy allows no style attribute. The frame is
    // wider than its box by the space for the focus ring, so that its fields align with those of the shop.
    Object.assign(frame.style, {
      display: 'block',
      width: 'calc(100% + 6px)',
      margin: '-3px',
      height: `${FRAME_HEIGHT_BEFORE_MEASURED}px`,
      border: '0',
      colorScheme: 'light',
    });
    this.frame = frame;
    this.whenReady = this.connect(frame);
    container.replaceChildren(frame);
    this.emit('loaderstart', { elementType: 'payment' });
  }

  unmount() {
    this.stopListening();
    this.port?.close();
    this.port = null;
    this.frame?.remove();
    this.frame = null;
    for (const [id, reply] of this.replies) {
      reply({ error: { type: 'api_connection_error', message: 'The payment form was closed.' } });
      this.replies.delete(id);
    }
  }

  destroy() {
    this.unmount();
    this.onDestroy();
  }

  update() {
    // Options of the real element (layout, fields, wallets) have no counterpart in this form.
  }

  focus() {
    void this.ask({ action: 'focus' });
  }

  clear() {
    void this.ask({ action: 'clear' });
  }

  blur() {
    this.frame?.blur();
  }

  collapse() {}

  setAppearance(appearance: Appearance) {
    this.appearance = appearance;
    this.send({ kind: 'appearance', appearance });
  }

  submit(): Promise<SubmitResult> {
    return this.ask({ action: 'submit' }) as Promise<SubmitResult>;
  }

  confirm(clientSecret: string): Promise<IntentResult> {
    return this.ask({ action: 'confirm', clientSecret }) as Promise<IntentResult>;
  }

  retrieve(clientSecret: string): Promise<IntentResult> {
    return this.ask({ action: 'retrieve', clientSecret }) as Promise<IntentResult>;
  }

  private async ask(request: FormRequest): Promise<IntentResult | SubmitResult> {
    if (!this.frame) throw new Error('The payment element is not mounted.');
    await this.whenReady;
    return new Promise((resolve) => {
      const id = this.nextId++;
      this.replies.set(id, resolve);
      this.send({ kind: 'request', id, request });
    });
  }

  private send(message: ToForm) {
    this.port?.postMessage(message);
  }

  /** Gives the frame one end of a private channel once its document is loaded, and only to the sandbox's origin. */
  private connect(frame: HTMLIFrameElement): Promise<void> {
    return new Promise((resolve) => {
      const onLoaded = (event: MessageEvent) => {
        if (event.origin !== this.origin || event.source !== frame.contentWindow || event.data !== FORM_LOADED) return;
        this.stopListening();
        const { port1, port2 } = new MessageChannel();
        this.port = port1;
        port1.onmessage = (message: MessageEvent<FromForm>) => {
          if (message.data.kind === 'ready') resolve();
          this.receive(message.data);
        };
        const connect: ToForm = {
          kind: 'connect',
          publishableKey: this.publishableKey,
          appearance: this.appearance,
        };
        frame.contentWindow?.postMessage(connect, this.origin, [port2]);
      };
      window.addEventListener('message', onLoaded);
      this.stopListening = () => window.removeEventListener('message', onLoaded);
    });
  }

  private receive(message: FromForm) {
    const elementType = 'payment';
    switch (message.kind) {
      case 'height':
        if (this.frame) this.frame.style.height = `${message.height}px`;
        break;
      case 'change':
        this.emit('change', { elementType, collapsed: false, value: { type: 'card' }, ...message.state });
        break;
      case 'reply':
        this.replies.get(message.id)?.(message.result);
        this.replies.delete(message.id);
        break;
      default:
        this.emit(message.kind, { elementType });
    }
  }
}
