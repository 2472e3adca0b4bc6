/** Paystack's published inline script: what we use of it, and the one instance a page may have. */
import { loadProviderScript } from '../provider-script';

export interface PaystackCallbacks {
  onSuccess(): void;
  onCancel(): void;
  onError(error: unknown): void;
}

export interface PaystackPop {
  resumeTransaction(accessCode: string, callbacks: PaystackCallbacks): unknown;
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

let listener: PaystackCallbacks | undefined;

/** For all windows: one that opens a transaction again tells the callbacks of its first opening. */
const HEARD: PaystackCallbacks = {
  onSuccess: () => listener?.onSuccess(),
  onCancel: () => listener?.onCancel(),
  onError: (error) => listener?.onError(error),
};

/** Opens the window for a transaction. @returns closes it; what it says from then on is not heard */
export function openPaystack(popup: PaystackPop, accessCode: string, callbacks: PaystackCallbacks): () => void {
  listener = callbacks;
  try {
    popup.resumeTransaction(accessCode, HEARD);
  } catch (error) {
    callbacks.onError(error);
  }
  return () => {
    if (listener === callbacks) listener = undefined;
    // It covers the whole page, also the one that the back button leads to.
    popup.cancelTransaction('');
  };
}
