import { useEffect, useRef } from 'react';
import { subscribe } from 'shared-contracts/events';
import { type Outcome, outcomeOf } from './payment.resource';
import type { PaymentProvider } from './payment-provider';
import { isWaitedFor, type PaymentStep, type Question } from './payment-state';

const ASK_AGAIN_MS = 3_000;
/** The network is mostly back without a word to the page, and a customer who may have been charged need not find out by a tap. */
const UNKNOWN_AGAIN_MS = 10_000;
/** A question that has had no response for this long is not waited for when there is news. */
const RESPONSE_MS = 1_000;

const NO_QUESTION = { sent: undefined, reason: undefined };

/**
 * Asks the server for the outcome of a payment, until it is decided. It goes on where the outcome is unknown: a later response, or word from
 * the server, can still tell it.
 * @param onAnswer takes each answer. It may be called again where the payment is not decided, or not known.
 * @returns a function that asks at once
 */
export function useOutcome(
  finish: PaymentProvider['finish'],
  cartId: number,
  step: PaymentStep,
  onAnswer: (outcome: Outcome, question: Question) => Promise<void>,
): () => void {
  const { sent, reason } = step.at === 'finishing' || step.at === 'unknown' ? step : NO_QUESTION;
  const latest = useRef(onAnswer);
  latest.current = onAnswer;
  const askNow = useRef(() => {});
  useEffect(() => {
    if (!sent || !reason) return;
    const question = { sent, reason };
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
      const outcome = await outcomeOf(finish, cartId, sent);
      running -= 1;
      const isPaid = outcome.state === 'succeeded';
      // Anything but a success is left to the question that comes after it.
      if (isOver || (!isPaid && (running > 0 || timer !== undefined))) return;
      if (isPaid) stop();
      if (outcome.state === 'processing' && isWaitedFor(question)) askIn(ASK_AGAIN_MS);
      if (outcome.state === 'unknown') askIn(UNKNOWN_AGAIN_MS);
      await latest.current(outcome, question);
    };
    // The server may hear of it first. Its word mostly comes just before the response to a question that is on its way.
    const onNews = () => (running > 0 ? askIn(RESPONSE_MS) : void ask());
    const stops = [
      subscribe('cart-updated', ({ cart: { id } }) => (id === cartId ? onNews() : undefined)),
      // The socket is back, and may have missed that word.
      subscribe('refresh-wanted', onNews),
    ];
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const end of stops) end();
    };
    askNow.current = () => void ask();
    void ask();
    return stop;
  }, [sent, reason, cartId, finish]);
  return () => askNow.current();
}
