import { useCallback, useEffect, useReducer, useRef } from 'react';
import { isApiError, serverNow } from 'shared-contracts/client';
import { publish, shellState, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { useSearchParams } from 'shared-contracts/router';
import { paidCart, refreshCart } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import type { Outcome } from './payment.resource';
import { isStillOpen, NO_PAYMENT, type Notice, notStartedNotice, SHEET_CLOSED, SHEET_PAID } from './payment.rules';
import type { OpenPayment, PaymentProvider } from './payment-provider';
import { firstStep, isWaitedFor, next, type PaymentStep, type Question } from './payment-state';
import { useLeavePaid } from './use-leave-paid';
import { useOutcome } from './use-outcome';
import { toastNotice, usePartingToast } from './use-parting-toast';

export interface PaymentFlow {
  step: PaymentStep;
  /** @param check runs before anything is opened; false ends it there. @returns the payment, where one was opened */
  start(check?: () => Promise<boolean>): Promise<OpenPayment | undefined>;
  sent(response?: string): void;
  cancel(): void;
  /** A form in the cart has confirmed this payment, or may have. */
  confirmed(payment: OpenPayment): void;
  /** Refused for certain, with the form still open for another try. @returns false where it was given up, or the page left, before */
  declined(payment: OpenPayment): boolean;
  /** A wallet's sheet was closed by a change of the cart that the form did not outlast. */
  takenAway(): void;
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
  const [step, send] = useReducer(next, undefined, () => firstStep(returned, leftPayment(cart.id)));
  const opened = step.at === 'open' ? step.payment.reference : undefined;
  const leavePaid = useLeavePaid(cart);
  // Counts the starts: the response to one that was cancelled meanwhile is ignored.
  const latestStart = useRef(0);
  /** The reference of the payment that was given up last. */
  const givenUp = useRef<string>(undefined);
  const isGone = useRef(false);
  // A customer who leaves before the payment is open is not charged.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      latestStart.current += 1;
    };
  }, []);
  usePartingToast(cart, step.at === 'rest' ? step.refused : undefined);

  const announceEnd = (outcome: 'failed' | 'left') =>
    publish('payment-ended', { cartId: cart.id, outcome }, 'checkout');
  const ask = useCallback((question: Question) => send({ type: 'question-asked', question }), []);
  const end = (notice?: Notice) => {
    announceEnd('failed');
    send({ type: 'ended', ...(notice && { notice }) });
  };

  const start = async (check?: () => Promise<boolean>): Promise<OpenPayment | undefined> => {
    if (step.at !== 'rest') return undefined;
    const { isOnline } = shellState().connection;
    send({ type: 'pay-tapped', isOnline });
    if (!isOnline) return undefined;
    latestStart.current += 1;
    const mine = latestStart.current;
    const isCancelled = () => mine !== latestStart.current;
    if (check && !(await check())) return void (isCancelled() || send({ type: 'ended' }));
    if (isCancelled()) return undefined;
    publish('payment-started', { cartId: cart.id }, 'checkout');
    try {
      const payment = await provider.start(cart, key);
      if (isCancelled()) return undefined;
      writeLocal('payment', { cartId: cart.id, reference: payment.reference });
      // A form in the cart confirms at once.
      send({ type: 'opened', payment, version: cart.version, isBusy: check !== undefined });
      // The server may open the same one again.
      givenUp.current = undefined;
      return payment;
    } catch (error) {
      if (isCancelled()) return undefined;
      console.warn('The payment did not start', error);
      // An earlier payment has just been found to be paid, and its orders are placed.
      if (isApiError(error) && error.code === 'CART_CLOSED') return void (await leavePaid());
      const notice = notStartedNotice(error);
      end(notice);
      if (isApiError(error) && (error.status === 409 || error.status === 422)) await refreshCart();
      // Emptied elsewhere, the cart has no place for the notice any more.
      if (isGone.current) toastNotice(notice);
      return undefined;
    }
  };

  const onAnswer = async (outcome: Outcome, question: Question): Promise<void> => {
    if (outcome.state === 'succeeded') return leavePaid();
    const isLeft = question.reason === 'left' || question.reason === 'cart-changed';
    if (outcome.state === 'refused') {
      // Another tab's form can still finish it, and that tab may be closed before it hears how. In this tab, the bank's dialog may be open.
      if (!(isLeft && isStillOpen(outcome.code))) removeLocal('payment');
      announceEnd(isLeft ? 'left' : 'failed');
    }
    if (outcome.state === 'processing' && !isWaitedFor(question)) announceEnd('failed');
    send({ type: 'question-answered', question, outcome, at: serverNow() });
    // While a payment runs the cart is not fetched.
    if (outcome.state === 'refused') await refreshCart();
  };
  const askNow = useOutcome(provider.finish, cart.id, step, onAnswer);

  useChangedCart(cart, step, (reference) => {
    givenUp.current = reference;
    ask({ sent: { reference }, reason: 'cart-changed' });
  });

  return {
    step,
    start,
    sent: (response) => {
      if (!opened) return;
      ask({ sent: { reference: opened, ...(response !== undefined && { response }) }, reason: 'sent' });
    },
    cancel: () => {
      latestStart.current += 1;
      if (opened) ask({ sent: { reference: opened }, reason: 'cancelled' });
      else end();
    },
    confirmed: ({ reference }) => {
      // Another may be opening, in a form that came after the one that confirms.
      latestStart.current += 1;
      ask({ sent: { reference }, reason: 'sent' });
    },
    declined: ({ reference }) => {
      if (leftPayment(cart.id) === reference) removeLocal('payment');
      if (givenUp.current === reference || isGone.current) return false;
      end();
      // It may have changed meanwhile: while a payment runs it is not fetched.
      void refreshCart();
      return true;
    },
    takenAway: () => {
      if (!isGone.current) send({ type: 'sheet-closed' });
      // Emptied or paid elsewhere, the cart has no place for the notice any more.
      else if (shellState().session) {
        void paidCart(cart.id).then((paid) => toastNotice(paid ? SHEET_PAID : SHEET_CLOSED));
      }
    },
    broken: (error) => {
      console.warn('The provider could not show its form', error);
      end(notStartedNotice(error));
    },
    setBusy: (isBusy) => send({ type: 'busy-changed', isBusy }),
    checkAgain: () => {
      if (step.at !== 'unknown') return;
      send({ type: 'check-again-tapped' });
      askNow();
    },
  };
}

/**
 * Gives the open form up once its cart has changed: what it would charge is no longer what is shown. Another tab or device may have changed
 * the cart, or its payment was heard of already; or the change was made right here, beside the form.
 */
function useChangedCart(cart: ShownCart, step: PaymentStep, giveUp: (reference: string) => void): void {
  const latest = useRef(giveUp);
  latest.current = giveUp;
  const opened = step.at === 'open' ? step.payment.reference : undefined;
  useEffect(() => {
    if (!opened) return;
    return subscribe('cart-updated', ({ cart: { id, version } }) => {
      // Word of a version before this one comes late.
      if (id === cart.id && version > cart.version) latest.current(opened);
    });
  }, [opened, cart.id, cart.version]);
  const isOutdated = step.at === 'open' && step.version !== cart.version;
  useEffect(() => {
    if (isOutdated && opened) latest.current(opened);
  }, [isOutdated, opened]);
}

/** The reference of the cart's payment that was left open on this device. */
export function leftPayment(cartId: number): string | undefined {
  const left = readLocal('payment');
  return left?.cartId === cartId && left.reference !== NO_PAYMENT ? left.reference : undefined;
}
