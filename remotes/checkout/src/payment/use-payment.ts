import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError } from 'shared-contracts/client';
import { publish, shellState, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { useSearchParams } from 'shared-contracts/router';
import { refreshCart } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { type Outcome, outcomeOf, type SentPayment } from './payment.resource';
import {
  isStillOpen,
  NO_PAYMENT,
  type Notice,
  notStartedNotice,
  OFFLINE,
  type Reason,
  refusedNotice,
  UNDECIDED,
} from './payment.rules';
import type { OpenPayment, PaymentProvider } from './payment-provider';
import { useLeavePaid } from './use-leave-paid';

const ASK_AGAIN_MS = 3_000;

export type PaymentStep =
  /** Nothing runs. The notice tells how the last one ended. */
  | { at: 'rest'; notice?: Notice }
  | { at: 'starting' }
  /** `version` is the cart's that is being paid. */
  | { at: 'open'; payment: OpenPayment; version: number; isBusy: boolean }
  /** The server is asked for the outcome. */
  | { at: 'finishing'; sent: SentPayment; reason: Reason }
  /** The server could not be asked. */
  | { at: 'unknown'; sent: SentPayment; reason: Reason };

export interface PaymentFlow {
  step: PaymentStep;
  /** @param check runs before anything is opened; false ends it there. @returns the payment, where one was opened */
  start(check?: () => Promise<boolean>): Promise<OpenPayment | undefined>;
  sent(response?: string): void;
  cancel(): void;
  /** A form in the cart has confirmed this payment, or may have. */
  confirmed(payment: OpenPayment): void;
  /** Refused for certain, with the form still open for another try. */
  declined(): void;
  broken(error: unknown): void;
  setBusy(isBusy: boolean): void;
  checkAgain(): void;
}

/**
 * A payment from the first tap to its end, with any provider. It ends at /queues once the server says that it
 * succeeded, else at rest with a notice. A payment that was left open on this device, or that a bank's page comes back
 * with, is asked about before another is offered.
 */
export function usePayment(provider: PaymentProvider, cart: ShownCart, key: string): PaymentFlow {
  const [search] = useSearchParams();
  const returned = provider.returnParameter ? search.get(provider.returnParameter) : null;
  const [step, setStep] = useState<PaymentStep>(() => firstStep(cart.id, returned));
  const leavePaid = useLeavePaid(cart);
  // Counts the starts: the response to one that was cancelled meanwhile is ignored.
  const latestStart = useRef(0);

  const rest = useCallback(
    (notice?: Notice) => {
      publish('payment-ended', { cartId: cart.id, outcome: 'failed' }, 'checkout');
      setStep(notice ? { at: 'rest', notice } : { at: 'rest' });
    },
    [cart.id],
  );

  const start = async (check?: () => Promise<boolean>): Promise<OpenPayment | undefined> => {
    if (step.at !== 'rest') return undefined;
    if (!shellState().connection.isOnline) return void setStep({ at: 'rest', notice: OFFLINE });
    latestStart.current += 1;
    const mine = latestStart.current;
    const isCancelled = () => mine !== latestStart.current;
    setStep({ at: 'starting' });
    if (check && !(await check())) return void (isCancelled() || setStep({ at: 'rest' }));
    if (isCancelled()) return undefined;
    publish('payment-started', { cartId: cart.id }, 'checkout');
    try {
      const payment = await provider.start(cart, key);
      if (isCancelled()) return undefined;
      writeLocal('payment', { cartId: cart.id, reference: payment.reference });
      // A form in the cart confirms at once.
      setStep({ at: 'open', payment, version: cart.version, isBusy: check !== undefined });
      return payment;
    } catch (error) {
      if (isCancelled()) return undefined;
      console.warn('The payment did not start', error);
      // An earlier payment has just been found to be paid, and its orders are placed.
      if (isApiError(error) && error.code === 'CART_CLOSED') return void (await leavePaid());
      rest(notStartedNotice(error));
      if (isApiError(error) && (error.status === 409 || error.status === 422)) await refreshCart();
      return undefined;
    }
  };

  const end = useCallback(
    async (outcome: Outcome, reason: Reason, sent: SentPayment) => {
      switch (outcome.state) {
        case 'succeeded':
          return leavePaid();
        case 'processing':
          return rest(UNDECIDED);
        case 'unknown':
          return setStep({ at: 'unknown', sent, reason });
        case 'refused':
          // Another tab's form can still finish it, and that tab may be closed before it hears how.
          if (!(reason === 'left' && isStillOpen(outcome.code))) removeLocal('payment');
          rest(refusedNotice(reason, outcome));
          if (reason === 'cart-changed') await refreshCart();
      }
    },
    [leavePaid, rest],
  );

  const finishing = step.at === 'finishing' ? step : undefined;
  useEffect(() => {
    if (!finishing) return;
    const { sent, reason } = finishing;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const outcome = await outcomeOf(provider.finish, cart.id, sent);
      if (isGone) return;
      clearTimeout(timer);
      if (outcome.state === 'processing' && reason === 'sent') timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
      else await end(outcome, reason, sent);
    };
    void ask();
    // The server may hear of it first; its word is a reason to ask at once.
    const stop = subscribe('cart-updated', ({ cart: { id } }) => (id === cart.id ? void ask() : undefined));
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [finishing, cart.id, provider.finish, end]);

  const opened = step.at === 'open' ? step.payment.reference : undefined;
  const finish = useCallback((sent: SentPayment, reason: Reason) => setStep({ at: 'finishing', sent, reason }), []);
  // Another tab or device changed the cart, or its payment was heard of already: either way this form is done.
  useEffect(() => {
    if (!opened) return;
    return subscribe('cart-updated', ({ cart: { id, version } }) => {
      if (id === cart.id && version !== cart.version) finish({ reference: opened }, 'cart-changed');
    });
  }, [opened, cart.id, cart.version, finish]);
  // The same for a change made right here, beside the open form: what it would charge is no longer what is shown.
  const isOutdated = step.at === 'open' && step.version !== cart.version;
  useEffect(() => {
    if (isOutdated && opened) finish({ reference: opened }, 'cart-changed');
  }, [isOutdated, opened, finish]);

  return {
    step,
    start,
    sent: (response) => {
      if (opened) finish(response === undefined ? { reference: opened } : { reference: opened, response }, 'sent');
    },
    cancel: () => {
      latestStart.current += 1;
      if (opened) finish({ reference: opened }, 'cancelled');
      else rest();
    },
    confirmed: ({ reference }) => finish({ reference }, 'sent'),
    declined: () => {
      removeLocal('payment');
      rest();
      // It may have changed meanwhile: while a payment runs it is not fetched.
      void refreshCart();
    },
    broken: (error) => {
      console.warn('The provider could not show its form', error);
      rest(notStartedNotice(error));
    },
    setBusy: (isBusy) => setStep((now) => (now.at === 'open' ? { ...now, isBusy } : now)),
    checkAgain: () => {
      if (step.at === 'unknown') finish(step.sent, step.reason);
    },
  };
}

function firstStep(cartId: number, returned: string | null): PaymentStep {
  if (returned) return { at: 'finishing', sent: { reference: returned }, reason: 'sent' };
  const left = leftPayment(cartId);
  return left === undefined ? { at: 'rest' } : { at: 'finishing', sent: { reference: left }, reason: 'left' };
}

/** The reference of the cart's payment that was left open on this device. */
export function leftPayment(cartId: number): string | undefined {
  const left = readLocal('payment');
  return left?.cartId === cartId && left.reference !== NO_PAYMENT ? left.reference : undefined;
}
