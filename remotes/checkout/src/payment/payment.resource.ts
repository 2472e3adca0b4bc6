/** Looks payments up. The server decides what was paid; the browser only sends the reference. */
import { type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import type { Envelope, PaymentResult } from 'shared-contracts/types';
import type { PaymentProvider } from './payment-provider';

/** The outcome of a payment in the terms that the customer sees. */
export type Outcome =
  | { state: 'succeeded' }
  | { state: 'processing' }
  /** The payment certainly placed no order. The message says whether money moved. */
  | { state: 'refused'; code: string; message: string }
  /** The outcome is unknown: it may have been paid. */
  | { state: 'unknown' };

export interface SentPayment {
  /** The provider's name for the payment. */
  reference: string;
  /** The signed reply of the provider's page, unchanged. */
  response?: string;
}

/** Asks the server once for the outcome of a payment. Never rejects, because 'unknown' is an outcome too. */
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

/** Whether the error is a clear refusal, such as a declined card or a reference of another cart. A lost connection or a failing server is not. */
export function isCertain(error: unknown): error is ApiErrorShape {
  return isApiError(error) && (error.status === 402 || error.status === 409 || error.status === 422);
}
