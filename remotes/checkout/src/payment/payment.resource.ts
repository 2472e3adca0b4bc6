/** Finishing a payment. What was paid is the server's to say; the browser only brings the reference. */
import { type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import type { Envelope, PaymentResult } from 'shared-contracts/types';
import type { PaymentProvider } from './payment-provider';

/** The outcome of a payment, in the terms that a customer is told about. */
export type Outcome =
  | { state: 'succeeded' }
  | { state: 'processing' }
  /** Not fulfilled, for certain; the message says whether money moved. */
  | { state: 'refused'; code: string; message: string }
  /** Not known: it may have been paid. */
  | { state: 'unknown' };

export interface SentPayment {
  /** The provider's name for the payment. */
  reference: string;
  /** The signed reply of the provider's page, unchanged. */
  response?: string;
}

/** Asks the server once for the outcome of a payment. Never rejects: not knowing is an outcome too. */
export async function outcomeOf(
  finish: PaymentProvider['finish'],
  cartId: number,
  sent: SentPayment,
): Promise<Outcome> {
  try {
    const { data } = await api().post<Envelope<PaymentResult>>(`/carts/${cartId}/${finish}`, sent);
    return { state: data.state };
  } catch (error) {
    console.warn('The payment was not finished', error);
    if (isCertain(error)) {
      return { state: 'refused', code: error.code, message: error.message };
    }
    return { state: 'unknown' };
  }
}

/** A clear no: declined, or a reference that is none of this cart's. A lost connection or a failing server is not. */
export function isCertain(error: unknown): error is ApiErrorShape {
  return isApiError(error) && (error.status === 402 || error.status === 409 || error.status === 422);
}
