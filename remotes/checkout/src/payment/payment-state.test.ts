import type { Outcome } from './payment.resource';
import { CANCELLED, CART_CHANGED, OFFLINE, type Reason, UNDECIDED } from './payment.rules';
import { firstStep, next, type PaymentEvent, type PaymentStep, type Question } from './payment-state';

const payment = { reference: 'R-1' };
const questionFor = (reason: Reason): Question => ({ sent: payment, reason });
const answer = (reason: Reason, outcome: Outcome): PaymentEvent => ({
  type: 'question-answered',
  question: questionFor(reason),
  outcome,
  at: 1000,
});
const refused = { state: 'refused', code: 'DECLINED', message: 'The card was declined.' } as const;

const rest: PaymentStep = { at: 'rest' };
const starting: PaymentStep = { at: 'starting' };
const open: PaymentStep = { at: 'open', payment, version: 3, isBusy: false };
const finishing = (reason: Reason): PaymentStep => ({ at: 'finishing', ...questionFor(reason) });
const unknown = (reason: Reason): PaymentStep => ({ at: 'unknown', ...questionFor(reason) });

describe('the first step', () => {
  test.each<[string, string | null, string | undefined, PaymentStep]>([
    ['shows Pay', null, undefined, rest],
    ['looks up the payment that the bank’s page returns with', 'R-1', 'R-0', finishing('sent')],
    ['looks up a payment that was left open on this device', null, 'R-1', finishing('left')],
  ])('%s', (_title, returned, left, step) => {
    expect(firstStep(returned, left)).toEqual(step);
  });
});

describe('an event', () => {
  const busy: PaymentEvent = { type: 'busy-changed', isBusy: true };
  const opened = (isBusy: boolean): PaymentEvent => ({ type: 'opened', payment, version: 3, isBusy });
  const ask = (reason: Reason): PaymentEvent => ({ type: 'question-asked', question: questionFor(reason) });

  test.each<[string, PaymentStep, PaymentEvent, PaymentStep]>([
    [
      'a tap on Pay starts a payment',
      { at: 'rest', notice: CANCELLED },
      { type: 'pay-tapped', isOnline: true },
      starting,
    ],
    [
      'a tap on Pay shows a notice when the device is offline',
      rest,
      { type: 'pay-tapped', isOnline: false },
      { at: 'rest', notice: OFFLINE },
    ],
    ['a tap on Pay does not change an open form', open, { type: 'pay-tapped', isOnline: true }, open],
    ['the form opens', starting, opened(false), open],
    ['a form in the cart is busy at once', starting, opened(true), { ...open, isBusy: true }],
    ['the form is busy while it sends', open, busy, { ...open, isBusy: true }],
    ['a late busy signal does not change a later step', finishing('sent'), busy, finishing('sent')],
    [
      'a failed start ends the payment with a notice',
      starting,
      { type: 'ended', notice: UNDECIDED },
      { at: 'rest', notice: UNDECIDED },
    ],
    ['a cancelled start ends the payment without a notice', starting, { type: 'ended' }, rest],
    ['a sent form starts a look-up', open, ask('sent'), finishing('sent')],
    ['a closed form starts a look-up', open, ask('cancelled'), finishing('cancelled')],
    ['a changed cart starts a look-up', open, ask('cart-changed'), finishing('cart-changed')],
    [
      'Check again repeats the look-up of an unknown payment',
      unknown('left'),
      { type: 'check-again-tapped' },
      finishing('left'),
    ],
    ['Check again does nothing in another step', open, { type: 'check-again-tapped' }, open],
    [
      'a wallet sheet that closes with its cart shows a notice',
      rest,
      { type: 'sheet-closed' },
      { at: 'rest', notice: CART_CHANGED },
    ],
    [
      'a wallet sheet that closes during a look-up changes nothing',
      finishing('cart-changed'),
      { type: 'sheet-closed' },
      finishing('cart-changed'),
    ],
  ])('%s', (_title, before, event, after) => {
    expect(next(before, event)).toEqual(after);
  });
});

describe('the server’s response', () => {
  test.each<[string, PaymentStep, Reason, Outcome, PaymentStep]>([
    [
      'keeps the step of a successful payment until the page is left',
      finishing('sent'),
      'sent',
      { state: 'succeeded' },
      finishing('sent'),
    ],
    [
      'keeps waiting for an undecided payment that was sent',
      finishing('sent'),
      'sent',
      { state: 'processing' },
      finishing('sent'),
    ],
    [
      'goes back from unknown to waiting for an undecided payment',
      unknown('sent'),
      'sent',
      { state: 'processing' },
      finishing('sent'),
    ],
    [
      'ends an undecided payment that was cancelled',
      finishing('cancelled'),
      'cancelled',
      { state: 'processing' },
      { at: 'rest', notice: UNDECIDED },
    ],
    ['leaves the payment unknown when it is missing', finishing('left'), 'left', { state: 'unknown' }, unknown('left')],
  ])('%s', (_title, before, reason, outcome, after) => {
    expect(next(before, answer(reason, outcome))).toEqual(after);
  });

  test.each<[Reason, string]>([
    ['sent', 'Payment did not go through'],
    ['cancelled', CANCELLED.title],
    ['left', 'Your last payment was not finished'],
    ['cart-changed', CART_CHANGED.title],
  ])('ends a refused payment that was looked up because of ‘%s’ with “%s”', (reason, title) => {
    expect(next(finishing(reason), answer(reason, refused))).toMatchObject({
      at: 'rest',
      notice: { title },
      refused: { reason, outcome: refused, at: 1000 },
    });
  });
});
