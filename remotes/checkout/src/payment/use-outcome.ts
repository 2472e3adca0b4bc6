import { useEffect, useRef } from 'react';
import { subscribe } from 'shared-contracts/events';
import { type Outcome, outcomeOf } from './payment.resource';
import type { PaymentProvider } from './payment-provider';
import { isWaitedFor, type PaymentStep, type Question } from './payment-state';

const ASK_AGAIN_MS = 3_000;
/** The page asks again by itself, because no event says that the network is back and the customer may have been charged. */
const UNKNOWN_AGAIN_MS = 10_000;
/** After an announcement, a request that is still running gets this much time before the page asks again. */
const RESPONSE_MS = 1_000;

const NO_QUESTION = { sent: undefined, reason: undefined };

/**
 * Asks the server for the outcome of a payment until it is decided. It goes on while the outcome is unknown, because a later response or an
 * event from the server can still bring it.
 * @param onAnswer receives each outcome. It may be called several times while the payment is undecided or unknown.
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
      // If a later request runs, only a success is reported from this one.
      if (isOver || (!isPaid && (running > 0 || timer !== undefined))) return;
      if (isPaid) stop();
      if (outcome.state === 'processing' && isWaitedFor(question)) askIn(ASK_AGAIN_MS);
      if (outcome.state === 'unknown') askIn(UNKNOWN_AGAIN_MS);
      await latest.current(outcome, question);
    };
    // The server's event mostly arrives just before the response to a running request, so the page waits for that response first.
    const onNews = () => (running > 0 ? askIn(RESPONSE_MS) : void ask());
    const stops = [
      subscribe('cart-updated', ({ cart: { id } }) => (id === cartId ? onNews() : undefined)),
      // The socket is connected again and may have missed that event.
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
