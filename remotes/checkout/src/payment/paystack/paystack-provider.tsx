/** Paystack's own window over the page. The server opens the transaction, so that nobody edits its split in the browser. */
import { api } from 'shared-contracts/client';
import type { PaymentProvider } from '../payment-provider';
import { loadProviderScript } from '../provider-script';
import { PaystackWindow } from './paystack-window';

/** What we use of Paystack's inline script. */
export interface PaystackPop {
  resumeTransaction(
    accessCode: string,
    callbacks: { onSuccess(): void; onCancel(): void; onError(error: unknown): void },
  ): unknown;
}

interface NewPayment {
  source_id: string;
  access_code: string;
}

declare global {
  interface Window {
    PaystackPop?: new () => PaystackPop;
  }
}

export const paystackProvider: PaymentProvider = {
  finish: 'pay-with-paystack',
  async start({ id, version }) {
    const [popup, { source_id, access_code }] = await Promise.all([
      paystack(),
      api().get<NewPayment>('/carts/newpayment', { params: { cart_id: id, provider: 'Paystack', version } }),
    ]);
    return {
      reference: source_id,
      form: (events) => <PaystackWindow popup={popup} accessCode={access_code} {...events} />,
    };
  },
};

let instance: PaystackPop | undefined;

/** One a page: each constructor adds a frame and a listener for good. */
async function paystack(): Promise<PaystackPop> {
  if (instance) return instance;
  if (!window.PaystackPop) await loadProviderScript('paystack');
  if (!window.PaystackPop) throw new Error('Paystack did not start.');
  instance = new window.PaystackPop();
  return instance;
}
