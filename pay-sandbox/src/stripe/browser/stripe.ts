/**
 * The substitute for Stripe's browser script, which only Stripe may host. It offers what `@stripe/stripe-js` and
 * `@stripe/react-stripe-js` ask for around the Payment Element, so that the shop's code is the same with either script.
 */
import { showChallenge } from './challenge-dialog';
import {
  type Appearance,
  type IntentResult,
  intentIdOf,
  type SubmitResult,
  type WireError,
  type WireIntent,
} from './messages';
import { PaymentElement } from './payment-element';

interface ElementsOptions {
  clientSecret?: string;
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

  constructor(
    private readonly publishableKey: string,
    private options: ElementsOptions,
  ) {}

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string): PaymentElement {
    if (type !== 'payment') throw new IntegrationError(`The sandbox has the payment element only, not '${type}'.`);
    if (this.payment) throw new IntegrationError('Can only create one Element of type payment.');
    this.payment = new PaymentElement(ORIGIN, this.publishableKey, this.options.appearance ?? {}, () => {
      this.payment = null;
    });
    return this.payment;
  }

  getElement(type: unknown): PaymentElement | null {
    // react-stripe-js passes its component, which carries the element's type.
    const name = typeof type === 'string' ? type : (type as { __elementType?: string } | null)?.__elementType;
    return name === 'payment' ? this.payment : null;
  }

  update(options: ElementsOptions) {
    this.options = { ...this.options, ...options };
    if (options.appearance) this.payment?.setAppearance(options.appearance);
  }

  async submit(): Promise<SubmitResult & { selectedPaymentMethod?: string }> {
    const result = await this.mounted().submit();
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

  mounted(): PaymentElement {
    if (!this.payment) throw new IntegrationError('Elements has no mounted payment element.');
    return this.payment;
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
      throw new IntegrationError('stripe.confirmPayment() wants elements that were created with a clientSecret.');
    }
    if (redirect === 'always' && !confirmParams?.return_url) {
      throw new IntegrationError('You must provide confirmParams.return_url, or set redirect to if_required.');
    }
    const form = elements.mounted();
    const checked = await form.submit();
    if (checked.error) return { error: checked.error };

    let result = await form.confirm(clientSecret);
    if ('paymentIntent' in result && result.paymentIntent.status === 'requires_action') {
      await this.authenticate(clientSecret);
      result = outcomeOf(await form.retrieve(clientSecret));
    }
    if ('paymentIntent' in result && redirect === 'always' && confirmParams?.return_url) {
      goToReturnUrl(confirmParams.return_url, result.paymentIntent);
    }
    return result;
  }

  async retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    const query = new URLSearchParams({ key: this.publishableKey, client_secret: clientSecret });
    try {
      const response = await fetch(`${ORIGIN}/v1/payment_intents/${intentIdOf(clientSecret)}?${query}`);
      const body = (await response.json()) as WireIntent & { error?: WireError };
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: { type: 'api_connection_error', message: 'The payment provider cannot be reached.' } };
    }
  }

  /** The dialog for a payment that waits for the customer, for instance after a reload in the middle of 3-D Secure. */
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

  private authenticate(clientSecret: string) {
    return showChallenge(ORIGIN, {
      kind: 'challenge',
      publishableKey: this.publishableKey,
      paymentIntentId: intentIdOf(clientSecret),
      clientSecret,
    });
  }
}

/** After 3-D Secure: an intent that failed, or that the customer walked away from, is an error as the real script reports it. */
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
