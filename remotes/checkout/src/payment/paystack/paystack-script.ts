/** Wraps Paystack's published inline script: the part that we use, and the one instance that a page may have. */
import { loadProviderScript } from '../provider-script';

export interface PaystackCallbacks {
  onSuccess(): void;
  onCancel(): void;
  onError(error: unknown): void;
}

export interface PaystackPop {
  resumeTransaction(accessCode: string, callbacks: PaystackCallbacks): unknown;
  /** Closes the open transaction if the id is unknown, and calls its onCancel. */
  cancelTransaction(id: string): void;
}

declare global {
  interface Window {
    PaystackPop?: new () => PaystackPop;
  }
}

let instance: PaystackPop | undefined;

/** Returns the one instance of the page, since each one adds a frame and a listener for good. @throws Error if the script does not load */
export async function paystackPop(): Promise<PaystackPop> {
  if (instance) return instance;
  if (!window.PaystackPop) await loadProviderScript('paystack');
  if (!window.PaystackPop) throw new Error('Paystack did not start.');
  instance = new window.PaystackPop();
  return instance;
}

let listener: PaystackCallbacks | undefined;

/** All windows share these callbacks, because a transaction that is opened again calls the callbacks of its first opening. */
const SHARED_CALLBACKS: PaystackCallbacks = {
  onSuccess: () => listener?.onSuccess(),
  onCancel: () => listener?.onCancel(),
  onError: (error) => listener?.onError(error),
};

/** Opens the window for a transaction. @returns a function that closes it and ignores its later messages */
export function openPaystack(popup: PaystackPop, accessCode: string, callbacks: PaystackCallbacks): () => void {
  listener = callbacks;
  try {
    popup.resumeTransaction(accessCode, SHARED_CALLBACKS);
  } catch (error) {
    callbacks.onError(error);
  }
  return () => {
    if (listener === callbacks) listener = undefined;
    // The window would also cover the page that the back button opens.
    popup.cancelTransaction('');
  };
}
