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
  /** @param check runs before anything is opened; false cancels the payment. @returns the payment if one was opened */
  start(check?: () => Promise<boolean>): Promise<OpenPayment | undefined>;
  sent(response?: string): void;
  cancel(): void;
  /** A form in the cart has confirmed this payment, or may have confirmed it. */
  confirmed(payment: OpenPayment): void;
  /** The payment was certainly refused, and the form is still open for another try. @returns false if it was given up or the page was left */
  declined(payment: OpenPayment): boolean;
  /** A change of the cart removed the form and closed the wallet's sheet. */
  takenAway(): void;
  broken(error: unknown): void;
  setBusy(isBusy: boolean): void;
  checkAgain(): void;
}

/**
 * Runs a payment from the first tap to its end, with any provider. It opens /queues once the server reports a success,
 * otherwise it shows a notice. A payment that was left open on this device, or that the bank's page returns with, is
 * looked up before another is offered.
 */
export function usePayment(provider: PaymentProvider, cart: ShownCart, key: string): PaymentFlow {
  const [search] = useSearchParams();
  const returned = provider.returnParameter ? search.get(provider.returnParameter) : null;
  const [step, send] = useReducer(next, undefined, () => firstStep(returned, leftPayment(cart.id)));
  const opened = step.at === 'open' ? step.payment.reference : undefined;
  const leavePaid = useLeavePaid(cart);
  // Counts the starts, so that the response to a cancelled start is ignored.
  const latestStart = useRef(0);
  /** The reference of the payment that the page gave up last. */
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
      // A form in the cart confirms the payment at once.
      send({ type: 'opened', payment, version: cart.version, isBusy: check !== undefined });
      // The server may open the same payment again.
      givenUp.current = undefined;
      return payment;
    } catch (error) {
      if (isCancelled()) return undefined;
      console.warn('The payment did not start', error);
      // An earlier payment has turned out to be paid, and its orders are placed.
      if (isApiError(error) && error.code === 'CART_CLOSED') return void (await leavePaid());
      const notice = notStartedNotice(error);
      end(notice);
      if (isApiError(error) && (error.status === 409 || error.status === 422)) await refreshCart();
      // The page has no place for the notice after the cart was emptied elsewhere.
      if (isGone.current) toastNotice(notice);
      return undefined;
    }
  };

  const onAnswer = async (outcome: Outcome, question: Question): Promise<void> => {
    if (outcome.state === 'succeeded') return leavePaid();
    const isLeft = question.reason === 'left' || question.reason === 'cart-changed';
    if (outcome.state === 'refused') {
      // The form of another tab or the bank's dialog in this tab can still finish the payment, so its reference stays stored.
      if (!(isLeft && isStillOpen(outcome.code))) removeLocal('payment');
      announceEnd(isLeft ? 'left' : 'failed');
    }
    if (outcome.state === 'processing' && !isWaitedFor(question)) announceEnd('failed');
    send({ type: 'question-answered', question, outcome, at: serverNow() });
    // The cart was not fetched while the payment ran.
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
      // A newer form may be opening another payment. Its response is ignored from now on.
      latestStart.current += 1;
      ask({ sent: { reference }, reason: 'sent' });
    },
    declined: ({ reference }) => {
      if (leftPayment(cart.id) === reference) removeLocal('payment');
      if (givenUp.current === reference || isGone.current) return false;
      end();
      // The cart may have changed meanwhile, because it is not fetched while a payment runs.
      void refreshCart();
      return true;
    },
    takenAway: () => {
      if (!isGone.current) send({ type: 'sheet-closed' });
      // The page has no place for the notice after the cart was emptied or paid elsewhere.
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
 * Gives up the open form when its cart has changed, because the form would charge the old amount. The change may come from another tab or
 * device, from a payment that was announced already, or from this page.
 */
function useChangedCart(cart: ShownCart, step: PaymentStep, giveUp: (reference: string) => void): void {
  const latest = useRef(giveUp);
  latest.current = giveUp;
  const opened = step.at === 'open' ? step.payment.reference : undefined;
  useEffect(() => {
    if (!opened) return;
    return subscribe('cart-updated', ({ cart: { id, version } }) => {
      // An event about an earlier version is late.
      if (id === cart.id && version > cart.version) latest.current(opened);
    });
  }, [opened, cart.id, cart.version]);
  const isOutdated = step.at === 'open' && step.version !== cart.version;
  useEffect(() => {
    if (isOutdated && opened) latest.current(opened);
  }, [isOutdated, opened]);
}

/** Returns the reference of the payment that was left open on this device for this cart. */
export function leftPayment(cartId: number): string | undefined {
  const left = readLocal('payment');
  return left?.cartId === cartId && left.reference !== NO_PAYMENT ? left.reference : undefined;
}
