import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, serverNow } from 'shared-contracts/client';
import { publish, shellState, showToast, subscribe } from 'shared-contracts/events';
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { useSearchParams } from 'shared-contracts/router';
import { isShownCart, paidCart, refreshCart } from '../cart/cart.resource';
import type { ShownCart } from '../cart/latest-cart.rules';
import { type Outcome, outcomeOf, type SentPayment } from './payment.resource';
import {
  CART_CHANGED,
  isStillOpen,
  NO_PAYMENT,
  type Notice,
  notStartedNotice,
  OFFLINE,
  PAYMENT_TOAST_MS,
  partingNotice,
  READ_MS,
  type Reason,
  refusedNotice,
  SHEET_CLOSED,
  SHEET_PAID,
  UNDECIDED,
} from './payment.rules';
import type { OpenPayment, PaymentProvider } from './payment-provider';
import { useLeavePaid } from './use-leave-paid';

const ASK_AGAIN_MS = 3_000;
/** The network is mostly back without a word to the page, and a customer who may have been charged need not find out by a tap. */
const UNKNOWN_AGAIN_MS = 10_000;
/** A question that has had no response for this long is not waited for when there is news. */
const RESPONSE_MS = 1_000;

export type PaymentStep =
  /** Nothing runs. The notice tells how the last one ended; `refused` is there where that was a refusal. */
  | { at: 'rest'; notice?: Notice; refused?: Refused }
  | { at: 'starting' }
  /** `version` is the cart's that is being paid. */
  | { at: 'open'; payment: OpenPayment; version: number; isBusy: boolean }
  /** The server is asked for the outcome. */
  | { at: 'finishing'; sent: SentPayment; reason: Reason }
  /** The server could not be asked. */
  | { at: 'unknown'; sent: SentPayment; reason: Reason };

interface Refused {
  reason: Reason;
  outcome: Extract<Outcome, { state: 'refused' }>;
  /** When the page said so, in milliseconds. */
  at: number;
}

const NOT_ASKED = { sent: undefined, reason: undefined };

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
  const [step, setStep] = useState<PaymentStep>(() => firstStep(cart.id, returned));
  const leavePaid = useLeavePaid(cart);
  // Counts the starts: the response to one that was cancelled meanwhile is ignored.
  const latestStart = useRef(0);
  /** Its reference. */
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
  useTellWithoutCart(cart, step.at === 'rest' ? step.refused : undefined);

  const rest = useCallback(
    (notice?: Notice, outcome: 'failed' | 'left' = 'failed', refused?: Refused) => {
      publish('payment-ended', { cartId: cart.id, outcome }, 'checkout');
      setStep({ at: 'rest', ...(notice && { notice }), ...(refused && { refused }) });
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
      // The server may open the same one again.
      givenUp.current = undefined;
      return payment;
    } catch (error) {
      if (isCancelled()) return undefined;
      console.warn('The payment did not start', error);
      // An earlier payment has just been found to be paid, and its orders are placed.
      if (isApiError(error) && error.code === 'CART_CLOSED') return void (await leavePaid());
      const notice = notStartedNotice(error);
      rest(notice);
      if (isApiError(error) && (error.status === 409 || error.status === 422)) await refreshCart();
      // Emptied elsewhere, the cart has no place for the notice any more.
      if (isGone.current) toast(notice);
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
        case 'refused': {
          const isUnfinished = reason === 'left' || reason === 'cart-changed';
          // Another tab's form can still finish it, and that tab may be closed before it hears how. In this tab, the bank's dialog may be open.
          if (!(isUnfinished && isStillOpen(outcome.code))) removeLocal('payment');
          const refused = { reason, outcome, at: serverNow() };
          rest(refusedNotice(reason, outcome), isUnfinished ? 'left' : 'failed', refused);
          // While a payment runs the cart is not fetched.
          await refreshCart();
        }
      }
    },
    [leavePaid, rest],
  );

  const { sent: asked, reason } = step.at === 'finishing' || step.at === 'unknown' ? step : NOT_ASKED;
  const latestEnd = useRef(end);
  latestEnd.current = end;
  const askNow = useRef(() => {});
  // It goes on where the outcome is unknown: a later response, or word from the server, can still tell it.
  useEffect(() => {
    if (!asked || !reason) return;
    let isOver = false;
    let running = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askIn = (milliseconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(ask, milliseconds);
    };
    const ask = async () => {
      clearTimeout(timer);
      timer = undefined;
      running += 1;
      const outcome = await outcomeOf(provider.finish, cart.id, asked);
      running -= 1;
      const isPaid = outcome.state === 'succeeded';
      // Anything but a success is left to the question that comes after it.
      if (isOver || (!isPaid && (running > 0 || timer !== undefined))) return;
      if (isPaid) stop();
      if (outcome.state === 'processing' && reason === 'sent') {
        setStep({ at: 'finishing', sent: asked, reason });
        askIn(ASK_AGAIN_MS);
        return;
      }
      if (outcome.state === 'unknown') askIn(UNKNOWN_AGAIN_MS);
      await latestEnd.current(outcome, reason, asked);
    };
    // The server may hear of it first. Its word mostly comes just before the response to a question that is on its way.
    const hear = () => (running > 0 ? askIn(RESPONSE_MS) : void ask());
    const stops = [
      subscribe('cart-updated', ({ cart: { id } }) => (id === cart.id ? hear() : undefined)),
      // The socket is back, and may have missed that word.
      subscribe('refresh-wanted', hear),
    ];
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const end of stops) end();
    };
    askNow.current = () => void ask();
    void ask();
    return stop;
  }, [asked, reason, cart.id, provider.finish]);

  const opened = step.at === 'open' ? step.payment.reference : undefined;
  const finish = useCallback((sent: SentPayment, reason: Reason) => setStep({ at: 'finishing', sent, reason }), []);
  const giveUp = useCallback(
    (reference: string) => {
      givenUp.current = reference;
      finish({ reference }, 'cart-changed');
    },
    [finish],
  );
  // Another tab or device changed the cart, or its payment was heard of already: either way this form is done.
  useEffect(() => {
    if (!opened) return;
    return subscribe('cart-updated', ({ cart: { id, version } }) => {
      // Word of a version before this one comes late.
      if (id === cart.id && version > cart.version) giveUp(opened);
    });
  }, [opened, cart.id, cart.version, giveUp]);
  // The same for a change made right here, beside the open form: what it would charge is no longer what is shown.
  const isOutdated = step.at === 'open' && step.version !== cart.version;
  useEffect(() => {
    if (isOutdated && opened) giveUp(opened);
  }, [isOutdated, opened, giveUp]);

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
    confirmed: ({ reference }) => {
      // Another may be opening, in a form that came after the one that confirms.
      latestStart.current += 1;
      finish({ reference }, 'sent');
    },
    declined: ({ reference }) => {
      if (leftPayment(cart.id) === reference) removeLocal('payment');
      if (givenUp.current === reference || isGone.current) return false;
      rest();
      // It may have changed meanwhile: while a payment runs it is not fetched.
      void refreshCart();
      return true;
    },
    takenAway: () => {
      if (!isGone.current) setStep((now) => (now.at === 'rest' ? { at: 'rest', notice: CART_CHANGED } : now));
      // Emptied or paid elsewhere, the cart has no place for the notice any more.
      else if (shellState().session) void paidCart(cart.id).then((paid) => toast(paid ? SHEET_PAID : SHEET_CLOSED));
    },
    broken: (error) => {
      console.warn('The provider could not show its form', error);
      rest(notStartedNotice(error));
    },
    setBusy: (isBusy) => setStep((now) => (now.at === 'open' ? { ...now, isBusy } : now)),
    checkAgain: () => {
      if (step.at !== 'unknown') return;
      finish(step.sent, step.reason);
      askNow.current();
    },
  };
}

const toast = ({ tone, title, text }: Notice) =>
  showToast(`${title}. ${text}`, { color: tone === 'danger' ? 'danger' : 'dark', timeout: PAYMENT_TOAST_MS });

/**
 * A cart that was paid or emptied elsewhere takes its notice away, mostly just after the refusal: a toast tells it then. Not where this
 * page placed the orders, and to no other account.
 */
function useTellWithoutCart({ id, venue_id }: ShownCart, refused: Refused | undefined): void {
  const latest = useRef(refused);
  latest.current = refused;
  useEffect(() => {
    const userId = shellState().session?.user.id;
    const isSameAccount = () => {
      const { session } = shellState();
      return session?.user.id === userId && session?.context.type === 'User';
    };
    let isPaidHere = false;
    const stop = subscribe('payment-ended', ({ cartId, outcome }) => {
      isPaidHere ||= cartId === id && outcome === 'paid';
    });
    const tell = async ({ reason, outcome }: Refused) => {
      const isPaid = (await paidCart(id)) !== undefined;
      const notice = partingNotice(reason, outcome, isPaid);
      if (notice && isSameAccount()) toast(notice);
    };
    return () => {
      stop();
      const unread = latest.current;
      if (!unread || serverNow() - unread.at > READ_MS || isPaidHere) return;
      if (isSameAccount() && !isShownCart({ id, venue_id })) void tell(unread);
    };
  }, [id, venue_id]);
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
