/** Paystack's published inline script: what we use of it, and the one instance a page may have. */
import { loadProviderScript } from '../provider-script';

export interface PaystackPop {
  resumeTransaction(
    accessCode: string,
    callbacks: { onSuccess(): void; onCancel(): void; onError(error: unknown): void },
  ): unknown;
  /** Without a known id: the one that is open, whose onCancel is called. */
  cancelTransaction(id: string): void;
}

declare global {
  interface Window {
    PaystackPop?: new () => PaystackPop;
  }
}

let instance: PaystackPop | undefined;

/** One a page: each constructor adds a frame and a listener for good. @throws Error where the script does not come */
export async function paystackPop(): Promise<PaystackPop> {
  if (instance) return instance;
  if (!window.PaystackPop) await loadProviderScript('paystack');
  if (!window.PaystackPop) throw new Error('Paystack did not start.');
  instance = new window.PaystackPop();
  return instance;
}
