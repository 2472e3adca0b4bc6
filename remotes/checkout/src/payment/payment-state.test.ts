import type { Outcome } from './payment.resource';
import { CANCELLED, CART_CHANGED, OFFLINE, type Reason, UNDECIDED } from './payment.rules';
import { firstStep, next, type PaymentEvent, type PaymentStep, type Question } from './payment-state';

const payment = { reference: 'R-1' };
const asked = (reason: Reason): Question => ({ sent: payment, reason });
const answer = (reason: Reason, outcome: Outcome): PaymentEvent => ({
  type: 'question-answered',
  question: asked(reason),
  outcome,
  at: 1000,
});
const refused = { state: 'refused', code: 'DECLINED', message: 'The card was declined.' } as const;

const rest: PaymentStep = { at: 'rest' };
const starting: PaymentStep = { at: 'starting' };
const open: PaymentStep = { at: 'open', payment, version: 3, isBusy: false };
const finishing = (reason: Reason): PaymentStep => ({ at: 'finishing', ...asked(reason) });
const unknown = (reason: Reason): PaymentStep => ({ at: 'unknown', ...asked(reason) });

describe('the first step', () => {
  test.each<[string, string | null, string | undefined, PaymentStep]>([
    ['is at rest', null, undefined, rest],
    ['asks about the payment that a bank’s page comes back with', 'R-1', 'R-0', finishing('sent')],
    ['asks about a payment that was left open on this device', null, 'R-1', finishing('left')],
  ])('%s', (_title, returned, left, step) => {
    expect(firstStep(returned, left)).toEqual(step);
  });
});

describe('the way of a payment', () => {
  const busy: PaymentEvent = { type: 'busy-changed', isBusy: true };
  const opened = (isBusy: boolean): PaymentEvent => ({ type: 'opened', payment, version: 3, isBusy });
  const ask = (reason: Reason): PaymentEvent => ({ type: 'question-asked', question: asked(reason) });

  test.each<[string, PaymentStep, PaymentEvent, PaymentStep]>([
    ['a tap on Pay starts it', { at: 'rest', notice: CANCELLED }, { type: 'pay-tapped', isOnline: true }, starting],
    ['offline a tap says so', rest, { type: 'pay-tapped', isOnline: false }, { at: 'rest', notice: OFFLINE }],
    ['a tap on Pay changes nothing of an open form', open, { type: 'pay-tapped', isOnline: true }, open],
    ['the form opens', starting, opened(false), open],
    ['a form in the cart is busy at once', starting, opened(true), { ...open, isBusy: true }],
    ['the form is busy while it sends', open, busy, { ...open, isBusy: true }],
    ['a form that is gone is not busy', finishing('sent'), busy, finishing('sent')],
    [
      'a start that failed ends it with a notice',
      starting,
      { type: 'ended', notice: UNDECIDED },
      { at: 'rest', notice: UNDECIDED },
    ],
    ['a start that was cancelled ends it without one', starting, { type: 'ended' }, rest],
    ['the server is asked about what the form sent', open, ask('sent'), finishing('sent')],
    ['the server is asked about a form that was closed', open, ask('cancelled'), finishing('cancelled')],
    ['the server is asked about a form whose cart has changed', open, ask('cart-changed'), finishing('cart-changed')],
    [
      'a payment that is not known can be checked again',
      unknown('left'),
      { type: 'check-again-tapped' },
      finishing('left'),
    ],
    ['any other cannot', open, { type: 'check-again-tapped' }, open],
    [
      'a wallet’s sheet that closed with its cart is told of',
      rest,
      { type: 'sheet-closed' },
      { at: 'rest', notice: CART_CHANGED },
    ],
    [
      'the question about it tells it otherwise',
      finishing('cart-changed'),
      { type: 'sheet-closed' },
      finishing('cart-changed'),
    ],
  ])('%s', (_title, before, event, after) => {
    expect(next(before, event)).toEqual(after);
  });
});

describe('the server’s answer', () => {
  test.each<[string, PaymentStep, Reason, Outcome, PaymentStep]>([
    [
      'that it succeeded keeps the step until the page is left',
      finishing('sent'),
      'sent',
      { state: 'succeeded' },
      finishing('sent'),
    ],
    [
      'that it is not decided keeps a customer who sent it waiting',
      finishing('sent'),
      'sent',
      { state: 'processing' },
      finishing('sent'),
    ],
    [
      'that it is not decided after all goes back to waiting',
      unknown('sent'),
      'sent',
      { state: 'processing' },
      finishing('sent'),
    ],
    [
      'that it is not decided ends one that was cancelled',
      finishing('cancelled'),
      'cancelled',
      { state: 'processing' },
      { at: 'rest', notice: UNDECIDED },
    ],
    ['that does not come leaves it unknown', finishing('left'), 'left', { state: 'unknown' }, unknown('left')],
  ])('%s', (_title, before, reason, outcome, after) => {
    expect(next(before, answer(reason, outcome))).toEqual(after);
  });

  test.each<[Reason, string]>([
    ['sent', 'Payment did not go through'],
    ['cancelled', CANCELLED.title],
    ['left', 'Your last payment was not finished'],
    ['cart-changed', CART_CHANGED.title],
  ])('that it is refused, asked because of ‘%s’, ends it with “%s”', (reason, title) => {
    expect(next(finishing(reason), answer(reason, refused))).toMatchObject({
      at: 'rest',
      notice: { title },
      refused: { reason, outcome: refused, at: 1000 },
    });
  });
});
