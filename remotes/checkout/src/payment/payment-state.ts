/** Defines the steps of a payment and the events that lead from one to the next. `usePayment` applies them and runs the effects. */
import type { Outcome, SentPayment } from './payment.resource';
import { CART_CHANGED, type Notice, OFFLINE, type Reason, refusedNotice, UNDECIDED } from './payment.rules';
import type { OpenPayment } from './payment-provider';

export type PaymentStep =
  /** No payment runs. The notice says how the last payment ended; `refused` is set if it was refused. */
  | { at: 'rest'; notice?: Notice; refused?: RefusedPayment }
  | { at: 'starting' }
  /** The provider's form is open for the cart of this version. */
  | { at: 'open'; payment: OpenPayment; version: number; isBusy: boolean }
  /** The server is asked for the outcome. */
  | ({ at: 'finishing' } & Question)
  /** The server could not be asked. */
  | ({ at: 'unknown' } & Question);

/** Asks the server for the outcome of a payment. */
export interface Question {
  sent: SentPayment;
  reason: Reason;
}

export interface RefusedPayment {
  reason: Reason;
  outcome: Extract<Outcome, { state: 'refused' }>;
  /** The time when the page showed it, in milliseconds. */
  at: number;
}

export type PaymentEvent =
  | { type: 'pay-tapped'; isOnline: boolean }
  /** The provider opened a payment. `isBusy` is true if a form in the cart confirms it at once. */
  | { type: 'opened'; payment: OpenPayment; version: number; isBusy: boolean }
  | { type: 'busy-changed'; isBusy: boolean }
  /** The payment ended before it had to be looked up. */
  | { type: 'ended'; notice?: Notice }
  | { type: 'question-asked'; question: Question }
  /** The server's response to a question, at a time in milliseconds. */
  | { type: 'question-answered'; question: Question; outcome: Outcome; at: number }
  | { type: 'check-again-tapped' }
  /** A change of the cart closed a wallet's sheet with its form. */
  | { type: 'sheet-closed' };

/** A payment that the bank's page returns with, or that was left open on this device, is looked up before another is offered. */
export function firstStep(returned: string | null, left: string | undefined): PaymentStep {
  if (returned) return { at: 'finishing', sent: { reference: returned }, reason: 'sent' };
  return left === undefined ? { at: 'rest' } : { at: 'finishing', sent: { reference: left }, reason: 'left' };
}

/** The step after an event. An event that does not apply to a step leaves it as it is. */
export function next(step: PaymentStep, event: PaymentEvent): PaymentStep {
  switch (event.type) {
    case 'pay-tapped':
      if (step.at !== 'rest') return step;
      return event.isOnline ? { at: 'starting' } : { at: 'rest', notice: OFFLINE };
    case 'opened': {
      const { payment, version, isBusy } = event;
      return { at: 'open', payment, version, isBusy };
    }
    case 'busy-changed':
      return step.at === 'open' ? { ...step, isBusy: event.isBusy } : step;
    case 'ended':
      return { at: 'rest', ...(event.notice && { notice: event.notice }) };
    case 'question-asked':
      return { at: 'finishing', ...event.question };
    case 'question-answered':
      return answered(step, event);
    case 'check-again-tapped':
      return step.at === 'unknown' ? { ...step, at: 'finishing' } : step;
    case 'sheet-closed':
      return step.at === 'rest' ? { at: 'rest', notice: CART_CHANGED } : step;
  }
}

type Answer = Extract<PaymentEvent, { type: 'question-answered' }>;

function answered(step: PaymentStep, { question, outcome, at }: Answer): PaymentStep {
  switch (outcome.state) {
    case 'succeeded':
      // The page opens the orders, so the step stays.
      return step;
    case 'processing':
      return isWaitedFor(question) ? { at: 'finishing', ...question } : { at: 'rest', notice: UNDECIDED };
    case 'unknown':
      return { at: 'unknown', ...question };
    case 'refused': {
      const { reason } = question;
      return { at: 'rest', notice: refusedNotice(reason, outcome), refused: { reason, outcome, at } };
    }
  }
}

/** Whether the customer waits for the provider's decision. The page does not wait for a payment that was given up. */
export const isWaitedFor = ({ reason }: Question): boolean => reason === 'sent';
