/** Starting and finishing a payment. What was paid is the server's to say; the browser only brings the reference. */
import { type ApiErrorShape, api, isApiError } from 'shared-contracts/client';
import type { Cart, Envelope, PaymentResult, StartStripe } from 'shared-contracts/types';

/** The version says what the customer saw: a cart that another tab changed meanwhile is refused with 409. */
export async function startStripe({ id, version }: Pick<Cart, 'id' | 'version'>): Promise<string> {
  const { secret } = await api().post<StartStripe>(`/carts/${id}/start-stripe`, { version });
  return secret.clientSecret;
}

export async function finishStripe(cartId: number, reference: string): Promise<PaymentResult> {
  const { data } = await api().post<Envelope<PaymentResult>>(`/carts/${cartId}/pay-with-stripe`, { reference });
  return data;
}

/** How a finish came out, in the terms that a customer is told about. */
export type Outcome =
  | { state: 'succeeded' }
  | { state: 'processing' }
  /** Not fulfilled, for certain; the message says whether money moved. */
  | { state: 'refused'; message: string }
  /** Nobody could tell: it may have been paid. */
  | { state: 'unknown' };

/** Asks the server once how a payment came out. Never rejects: not knowing is an outcome too. */
export async function outcomeOf(cartId: number, reference: string): Promise<Outcome> {
  try {
    const { state } = await finishStripe(cartId, reference);
    return { state };
  } catch (error) {
    console.warn('The payment was not finished', error);
    if (isApiError(error) && isCertain(error)) return { state: 'refused', message: error.message };
    return { state: 'unknown' };
  }
}

/** A clear no: declined, or a reference that is none of this cart's. A lost connection or a failing server is not. */
function isCertain({ status }: ApiErrorShape): boolean {
  return status === 402 || status === 409 || status === 422;
}
