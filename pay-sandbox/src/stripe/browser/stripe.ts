/**
 * Replaces Stripe's browser script, which only Stripe may host. It has the functions that `@stripe/stripe-js` and
 * `@stripe/react-stripe-js` use around the Payment Element, so that the shop's code is the same with either script.
 */
import { ExpressCheckoutElement } from './express-checkout-element';
import { showFrameDialog } from './frame-dialog';
import {
  type Appearance,
  type ChallengeDetails,
  type IntentResult,
  intentIdOf,
  type SubmitResult,
  type WireError,
  type WireIntent,
} from './messages';
import { PaymentElement } from './payment-element';

/** Elements take the client secret of an existing intent, or the mode, amount and currency of one that is created later. */
interface ElementsOptions {
  clientSecret?: string;
  mode?: string;
  /** In the smallest unit of the currency. */
  amount?: number;
  currency?: string;
  appearance?: Appearance;
}

interface ConfirmOptions {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: { return_url?: string };
  redirect?: 'always' | 'if_required';
}

const ORIGIN = new URL((document.currentScript as HTMLScriptElement).src).origin;

class IntegrationError extends Error {
  override name = 'IntegrationError';
}

class Elements {
  private payment: PaymentElement | null = null;
  private express: ExpressCheckoutElement | null = null;
  /** A deferred intent can be confirmed only after this call. */
  isSubmitted = false;

  constructor(
    private readonly publishableKey: string,
    private options: ElementsOptions,
  ) {
    checkOptions(options);
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  get isDeferred(): boolean {
    return this.options.mode !== undefined;
  }

  /** The amount and currency of a deferred intent. They have no meaning for any other intent. */
  get expected(): { amount: number; currency: string } {
    const { amount = 0, currency = '' } = this.options;
    return { amount, currency };
  }

  create(type: string): PaymentElement | ExpressCheckoutElement {
    if (type === 'expressCheckout') {
      if (this.express) throw new IntegrationError('Can only create one Element of type expressCheckout.');
      this.express = new ExpressCheckoutElement(
        ORIGIN,
        () => this.expected,
        () => {
          this.express = null;
        },
      );
      return this.express;
    }
    if (type !== 'payment') throw new IntegrationError(`The sandbox has no element of the type '${type}'.`);
    if (this.payment) throw new IntegrationError('Can only create one Element of type payment.');
    this.payment = new PaymentElement(ORIGIN, this.publishableKey, this.options.appearance ?? {}, () => {
      this.payment = null;
    });
    return this.payment;
  }

  getElement(type: unknown): PaymentElement | ExpressCheckoutElement | null {
    // react-stripe-js passes its component, which carries the element's type.
    const name = typeof type === 'string' ? type : (type as { __elementType?: string } | null)?.__elementType;
    if (name === 'expressCheckout') return this.express;
    return name === 'payment' ? this.payment : null;
  }

  update(options: ElementsOptions) {
    const next = { ...this.options, ...options };
    checkOptions(next);
    // The submitted fields were checked for the old amount, so they must be submitted again.
    if (options.amount !== undefined || options.currency !== undefined) this.isSubmitted = false;
    this.options = next;
    if (options.appearance) this.payment?.setAppearance(options.appearance);
  }

  async submit(): Promise<SubmitResult & { selectedPaymentMethod?: string }> {
    const result = this.payment ? await this.payment.submit() : {};
    this.isSubmitted = !result.error;
    return result.error ? result : { selectedPaymentMethod: 'card' };
  }

  async fetchUpdates() {
    return {};
  }

  on() {
    return this;
  }

  off() {
    return this;
  }

  /** Returns the card that the customer confirmed in the wallet's sheet, if these elements have the wallet. */
  takeAgreed(): string | null {
    return this.express?.takeAgreed() ?? null;
  }

  mounted(): PaymentElement {
    if (!this.payment) throw new IntegrationError('Elements has no mounted payment element.');
    return this.payment;
  }
}

function checkOptions({ clientSecret, mode, amount, currency }: ElementsOptions) {
  if (mode === undefined) return;
  if (clientSecret) throw new IntegrationError('Elements take a clientSecret or a mode, not both.');
  if (mode !== 'payment') throw new IntegrationError(`The sandbox has no mode '${mode}'.`);
  if (!Number.isInteger(amount) || (amount ?? 0) <= 0) {
    throw new IntegrationError(
      'elements({mode: "payment"}) wants an amount above 0 in the smallest unit of the currency.',
    );
  }
  if (!/^[a-z]{3}$/.test(currency ?? '')) {
    throw new IntegrationError('elements({mode: "payment"}) wants a currency: three lower-case letters.');
  }
}

class StandIn {
  constructor(private readonly publishableKey: string) {}

  elements(options: ElementsOptions = {}) {
    return new Elements(this.publishableKey, options);
  }

  async confirmPayment(options: ConfirmOptions): Promise<IntentResult> {
    const { elements, confirmParams, redirect = 'always' } = options;
    const clientSecret = options.clientSecret ?? elements?.clientSecret;
    if (!elements || !clientSecret) {
      throw new IntegrationError('stripe.confirmPayment() wants elements, and a clientSecret of its own or of theirs.');
    }
    if (redirect === 'always' && !confirmParams?.return_url) {
      throw new IntegrationError('You must provide confirmParams.return_url, or set redirect to if_required.');
    }
    const agreed = elements.takeAgreed();
    if (elements.isDeferred) {
      if (!elements.isSubmitted) {
        throw new IntegrationError('elements.submit() must be called before stripe.confirmPayment().');
      }
      const mismatch = await this.mismatchOf(elements, clientSecret);
      if (mismatch) return { error: mismatch };
    } else {
      const checked = await elements.mounted().submit();
      if (checked.error) return { error: checked.error };
    }

    let result = agreed ? await this.confirmWith(agreed, clientSecret) : await elements.mounted().confirm(clientSecret);
    if ('paymentIntent' in result && result.paymentIntent.status === 'requires_action') {
      await this.authenticate(clientSecret);
      result = outcomeOf(await this.retrievePaymentIntent(clientSecret));
    }
    if ('paymentIntent' in result && redirect === 'always' && confirmParams?.return_url) {
      goToReturnUrl(confirmParams.return_url, result.paymentIntent);
    }
    return result;
  }

  retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    const query = new URLSearchParams({ key: this.publishableKey, client_secret: clientSecret });
    return call(`/v1/payment_intents/${intentIdOf(clientSecret)}?${query}`);
  }

  /** Opens the dialog for a payment that waits for the customer, for instance after a reload during 3-D Secure. */
  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
    const before = await this.retrievePaymentIntent(clientSecret);
    if ('error' in before || before.paymentIntent.status !== 'requires_action') return before;
    await this.authenticate(clientSecret);
    return outcomeOf(await this.retrievePaymentIntent(clientSecret));
  }

  async createToken() {
    return notOffered('createToken');
  }

  async createPaymentMethod() {
    return notOffered('createPaymentMethod');
  }

  async confirmCardPayment() {
    return notOffered('confirmCardPayment');
  }

  registerAppInfo() {}

  _registerWrapper() {}

  /** A wallet token is not a card number, so the shop's page may send it. */
  private confirmWith(paymentMethod: string, clientSecret: string): Promise<IntentResult> {
    return call(
      `/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`,
      new URLSearchParams({
        key: this.publishableKey,
        client_secret: clientSecret,
        payment_method: paymentMethod,
      }),
    );
  }

  /** Returns an error if the elements showed another amount or currency than the intent has. */
  private async mismatchOf(elements: Elements, clientSecret: string): Promise<WireError | null> {
    const found = await this.retrievePaymentIntent(clientSecret);
    if ('error' in found) return found.error;
    const { amount, currency } = elements.expected;
    const { amount: asked, currency: askedIn } = found.paymentIntent;
    if (asked === amount && askedIn === currency) return null;
    return {
      type: 'invalid_request_error',
      message: `The elements are for ${amount} ${currency}, and the payment intent is for ${asked} ${askedIn}.`,
    };
  }

  private authenticate(clientSecret: string) {
    const details: ChallengeDetails = {
      kind: 'challenge',
      publishableKey: this.publishableKey,
      paymentIntentId: intentIdOf(clientSecret),
      clientSecret,
    };
    return showFrameDialog(ORIGIN, { title: 'Card verification', path: '/elements/three-d-secure', details });
  }
}

async function call(path: string, form?: URLSearchParams): Promise<IntentResult> {
  try {
    const response = await fetch(ORIGIN + path, form ? { method: 'POST', body: form } : {});
    const body = (await response.json()) as WireIntent & { error?: WireError };
    return body.error ? { error: body.error } : { paymentIntent: body };
  } catch {
    return { error: { type: 'api_connection_error', message: 'The payment provider cannot be reached.' } };
  }
}

/** Reports an intent that failed or was abandoned at 3-D Secure as an error, like the real script. */
function outcomeOf(result: IntentResult): IntentResult {
  if ('error' in result) return result;
  const { paymentIntent } = result;
  if (paymentIntent.last_payment_error) {
    return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
  }
  if (paymentIntent.status === 'requires_action') {
    return {
      error: {
        type: 'card_error',
        code: 'payment_intent_authentication_failure',
        message: 'The verification was closed before it was complete. Please try again.',
        payment_intent: paymentIntent,
      },
    };
  }
  return result;
}

function goToReturnUrl(returnUrl: string, intent: WireIntent) {
  const url = new URL(returnUrl, window.location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  window.location.assign(url);
}

function notOffered(name: string): { error: WireError } {
  return { error: { type: 'invalid_request_error', message: `The sandbox does not offer ${name}.` } };
}

const Stripe = Object.assign((publishableKey: string) => new StandIn(publishableKey), { version: 'endive' });

(window as unknown as { Stripe: typeof Stripe }).Stripe = Stripe;
