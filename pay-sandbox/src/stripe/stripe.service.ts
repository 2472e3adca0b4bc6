import { timingSafeEqual } from 'node:crypto';
import type { StripeAccount } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import { type FeeRate, feeOf } from '../fees';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';
import { type BalanceRecord, StripeBalance } from './stripe-balance';
import { type DisputeRecord, type OpenedDispute, StripeDisputes } from './stripe-disputes';
import { invalidKey, invalidParameter, noSuchPaymentIntent, StripeWireError, unexpectedState } from './stripe-errors';
import { type EmitEvent, stripeEvents } from './stripe-events';
import { type FormObject, formText, formTexts, readAmount, readCurrency } from './stripe-form';
import {
  type BalanceTransaction,
  type CardTrace,
  type Charge,
  type Dispute,
  type IntentRecord,
  newId,
  type PaymentIntent,
  type PaymentIntentStatus,
  type Refund,
  randomText,
  unixNow,
} from './stripe-objects';
import { StripeTransfers, type TransferRecord } from './stripe-transfers';
import { behaviourOfCard, type CardBehaviour, type CardDecline, TEST_PAYMENT_METHODS } from './test-cards';

export interface StripeState {
  intents: Record<string, IntentRecord>;
  balance: Record<string, BalanceRecord>;
  disputes: Record<string, DisputeRecord>;
  transfers: Record<string, TransferRecord>;
}

/** The fee of an account that names none: 2.9 % and 30 cents. */
const USUAL_FEE: FeeRate = { basisPoints: 290, fixedMinor: 30 };

interface StripeServiceOptions {
  accounts: StripeAccount[];
  state: StripeState;
  faults: Faults;
  webhooks: Pick<WebhookDispatcher, 'dispatch'>;
}

interface ConfirmedCard {
  id: string;
  card: CardTrace;
  behaviour: CardBehaviour;
}

const CONFIRMABLE: ReadonlySet<PaymentIntentStatus> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

const AUTHENTICATION_FAILED: CardDecline = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Keeps payment intents and refunds with Stripe's life cycle. It knows nothing about HTTP and throws refusals as StripeWireError. */
export class StripeService {
  readonly balance: StripeBalance;
  readonly disputes: StripeDisputes;
  readonly transfers: StripeTransfers;
  private readonly accounts: StripeAccount[];
  private readonly sendEvent: EmitEvent;

  constructor(private readonly options: StripeServiceOptions) {
    const { state, webhooks } = options;
    this.sendEvent = stripeEvents(webhooks);
    this.balance = new StripeBalance(state.balance);
    this.disputes = new StripeDisputes(state.disputes, this.balance, this.sendEvent);
    this.transfers = new StripeTransfers(state.transfers, this.balance, options.faults);
    this.accounts = options.accounts.map((account) => ({
      ...account,
      webhook: account.webhook && { ...account.webhook },
    }));
  }

  /** Finds the account of a secret key. @throws 401 */
  accountOfSecret(key: string | null): StripeAccount {
    return this.findAccount((account) => account.secretKey, key);
  }

  /** Finds the account of a publishable key. @throws 401 */
  accountOfPublishable(key: string | null): StripeAccount {
    return this.findAccount((account) => account.publishableKey, key);
  }

  webhookOf(accountId: string): StripeAccount['webhook'] {
    return this.accounts.find((account) => account.id === accountId)?.webhook ?? null;
  }

  setWebhookUrl(publishableKey: string, url: string): boolean {
    const account = this.accounts.find((candidate) => candidate.publishableKey === publishableKey);
    if (!account?.webhook) return false;
    account.webhook.url = url;
    return true;
  }

  create(account: StripeAccount, form: FormObject): PaymentIntent {
    const id = newId('pi');
    const intent: PaymentIntent = {
      id,
      object: 'payment_intent',
      amount: readAmount(form),
      amount_capturable: 0,
      amount_received: 0,
      automatic_payment_methods: form.automatic_payment_methods
        ? {
            enabled: formText(form, 'automatic_payment_methods', 'enabled') === 'true',
            allow_redirects: formText(form, 'automatic_payment_methods', 'allow_redirects') ?? 'always',
          }
        : null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic',
      client_secret: `${id}_secret_${randomText(25)}`,
      confirmation_method: 'automatic',
      created: unixNow(),
      currency: readCurrency(form),
      description: formText(form, 'description') ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: formTexts(form, 'metadata'),
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
      receipt_email: formText(form, 'receipt_email') ?? null,
      status: 'requires_payment_method',
    };
    const record: IntentRecord = { accountId: account.id, intent, charges: [], refunds: [], pending: null };
    this.options.state.intents[id] = record;
    this.emit(record, 'payment_intent.created', intent);
    if (formText(form, 'confirm') === 'true') this.confirmRecord(record, form);
    return intent;
  }

  retrieve(account: StripeAccount, id: string): PaymentIntent {
    return this.recordOf(account, id).intent;
  }

  /** Finds the payment of a browser's client secret. @throws 404, also for a wrong secret, so that ids cannot be probed. */
  recordOfClient(account: StripeAccount, id: string, clientSecret: string | undefined): IntentRecord {
    const record = this.recordOf(account, id);
    if (!clientSecret || !isSame(record.intent.client_secret, clientSecret)) throw noSuchPaymentIntent(id);
    return record;
  }

  charge(account: StripeAccount, id: string): Charge | null {
    return this.findIn(account, ({ charges }) => charges.find((candidate) => candidate.id === id));
  }

  /** Finds the object that a balance transaction, a charge or a dispute names. @returns null for an object that is not kept, as a payout */
  object(account: StripeAccount, id: string): unknown {
    switch (id.split('_')[0]) {
      case 'ch':
        return this.charge(account, id);
      case 're':
        return this.findIn(account, ({ refunds }) => refunds.find((candidate) => candidate.id === id));
      case 'du':
        return this.disputes.find(account.id, id);
      case 'tr':
        return this.transfers.find(account.id, id);
      case 'trr':
        return this.transfers.findReversal(account.id, id);
      case 'txn':
        return this.balance.find(account.id, id);
      default:
        return null;
    }
  }

  update(account: StripeAccount, id: string, form: FormObject): PaymentIntent {
    const { intent } = this.recordOf(account, id);
    const changesMoney = formText(form, 'amount') !== undefined || formText(form, 'currency') !== undefined;
    if (changesMoney && !CONFIRMABLE.has(intent.status)) {
      throw unexpectedState(
        `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
        intent,
      );
    }
    if (formText(form, 'amount') !== undefined) intent.amount = readAmount(form);
    if (formText(form, 'currency') !== undefined) intent.currency = readCurrency(form);
    if (formText(form, 'description') !== undefined) intent.description = formText(form, 'description') ?? null;
    for (const [key, value] of Object.entries(formTexts(form, 'metadata'))) {
      if (value === '') delete intent.metadata[key];
      else intent.metadata[key] = value;
    }
    return intent;
  }

  confirm(account: StripeAccount, id: string, form: FormObject): PaymentIntent {
    return this.confirmRecord(this.recordOf(account, id), form);
  }

  confirmRecord(record: IntentRecord, form: FormObject): PaymentIntent {
    const { intent } = record;
    if (!CONFIRMABLE.has(intent.status)) {
      throw unexpectedState(
        `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.`,
        intent,
      );
    }
    const method = readCard(form);
    intent.payment_method = method.id;
    intent.last_payment_error = null;
    intent.next_action = null;
    record.pending = { card: method.card, decline: method.behaviour.decline };

    if (method.behaviour.challenge) {
      intent.status = 'requires_action';
      intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
      this.emit(record, 'payment_intent.requires_action', intent);
      return intent;
    }
    return this.conclude(record);
  }

  /** Takes the customer's reply in the 3-D Secure dialog. A second reply changes nothing. */
  answerChallenge(record: IntentRecord, outcome: 'complete' | 'fail'): PaymentIntent {
    if (record.intent.status !== 'requires_action') return record.intent;
    record.intent.next_action = null;
    if (outcome === 'fail') {
      this.decline(record, AUTHENTICATION_FAILED);
      return record.intent;
    }
    try {
      return this.conclude(record);
    } catch (error) {
      // The browser reads the refusal from last_payment_error, as with the real script.
      if (error instanceof StripeWireError) return record.intent;
      throw error;
    }
  }

  cancel(account: StripeAccount, id: string, form: FormObject): PaymentIntent {
    const record = this.recordOf(account, id);
    const { intent } = record;
    if (!CONFIRMABLE.has(intent.status)) {
      throw unexpectedState(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
        intent,
      );
    }
    intent.status = 'canceled';
    intent.canceled_at = unixNow();
    intent.cancellation_reason = formText(form, 'cancellation_reason') ?? null;
    intent.next_action = null;
    record.pending = null;
    this.emit(record, 'payment_intent.canceled', intent);
    return intent;
  }

  refund(account: StripeAccount, form: FormObject): Refund {
    const intentId = formText(form, 'payment_intent');
    if (!intentId)
      throw invalidParameter('payment_intent', 'One of the following params should be provided: payment_intent.');
    const record = this.recordOf(account, intentId);
    const charge = record.charges.find((candidate) => candidate.status === 'succeeded');
    if (!charge) {
      throw invalidParameter(
        'payment_intent',
        `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      );
    }
    if (charge.refunded) {
      throw invalidParameter('charge', `Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    }
    const isCharged = this.disputes.list(account.id, { charge: charge.id }).some((each) => !each.is_charge_refundable);
    if (isCharged) {
      throw invalidParameter(
        'charge',
        `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        'charge_disputed',
      );
    }
    const open = charge.amount - charge.amount_refunded;
    const amount = formText(form, 'amount') === undefined ? open : readAmount(form);
    if (amount > open) {
      throw invalidParameter(
        'amount',
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${open})`,
      );
    }
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const id = newId('re');
    const refund: Refund = {
      id,
      object: 'refund',
      amount,
      balance_transaction: this.balance.add(account.id, {
        amount: -amount,
        currency: charge.currency,
        type: 'refund',
        reporting_category: 'refund',
        source: id,
        description: 'REFUND FOR CHARGE',
      }).id,
      charge: charge.id,
      created: unixNow(),
      currency: charge.currency,
      metadata: formTexts(form, 'metadata'),
      payment_intent: intentId,
      reason: formText(form, 'reason') ?? null,
      status: 'succeeded',
    };
    record.refunds.push(refund);
    this.emit(record, 'charge.refunded', charge);
    this.emit(record, 'refund.created', refund);
    return refund;
  }

  /** Refunds like a person in the dashboard. @param amount the remaining amount by default */
  refundInDashboard(intentId: string, amount?: number): Refund {
    const accountId = this.options.state.intents[intentId]?.accountId;
    const account = this.accounts.find(({ id }) => id === accountId);
    if (!account) throw noSuchPaymentIntent(intentId);
    return this.refund(account, { payment_intent: intentId, ...(amount !== undefined && { amount: String(amount) }) });
  }

  /** Fails a refund, as when the customer's bank rejects it days later and the money returns to the account. */
  failRefund(refundId: string): Refund {
    for (const record of Object.values(this.options.state.intents)) {
      const refund = record.refunds.find(({ id, status }) => id === refundId && status === 'succeeded');
      const charge = record.charges.find(({ id }) => id === refund?.charge);
      if (!refund || !charge) continue;
      refund.status = 'failed';
      refund.failure_balance_transaction = this.balance.add(record.accountId, {
        amount: refund.amount,
        currency: refund.currency,
        type: 'refund_failure',
        reporting_category: 'refund_failure',
        source: refund.id,
        description: 'REFUND FAILURE',
      }).id;
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
      this.emit(record, 'refund.failed', refund);
      return refund;
    }
    throw invalidParameter('refund', `No such refund: '${refundId}'`);
  }

  /** Lists the latest refunds first, like Stripe. */
  refundsOf(account: StripeAccount, intentId: string): Refund[] {
    return [...this.recordOf(account, intentId).refunds].reverse();
  }

  /** Lists the refunds of an account, the latest first. */
  refundsOfAccount(account: StripeAccount): Refund[] {
    return Object.values(this.options.state.intents)
      .filter(({ accountId }) => accountId === account.id)
      .flatMap(({ refunds }) => refunds)
      .sort((a, b) => b.created - a.created);
  }

  /** Tells a fee that the fault 'unknownFee' held back. A fee that is known stays. */
  tellFee(intentId: string): BalanceTransaction | null {
    const { record, charge } = this.paid(intentId);
    if (charge.balance_transaction === null) this.bookCharge(record, charge);
    return this.balance.find(record.accountId, charge.balance_transaction ?? '');
  }

  /** Changes a fee after the payment, as when a network reports its costs later. @param by what is charged in addition, or returned if below 0 */
  changeFee(intentId: string, by: number): BalanceTransaction {
    const { record, charge } = this.paid(intentId);
    return this.balance.add(record.accountId, {
      amount: -by,
      currency: charge.currency,
      type: 'adjustment',
      reporting_category: 'fee',
      source: charge.id,
      description: 'Adjustment of the processing fee',
    });
  }

  openDispute(intentId: string, opened: OpenedDispute): Dispute {
    const { record, charge } = this.paid(intentId);
    return this.disputes.open(record.accountId, charge, opened);
  }

  payOut(publishableKey: string, currency: string): BalanceTransaction | null {
    return this.balance.payOut(this.accountOfPublishable(publishableKey).id, currency);
  }

  settleProcessing(id: string, outcome: 'succeeded' | 'failed'): PaymentIntent {
    const record = this.options.state.intents[id];
    if (record?.intent.status !== 'processing') throw noSuchPaymentIntent(id);
    if (outcome === 'succeeded') this.succeed(record);
    else
      this.decline(record, {
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      });
    return record.intent;
  }

  /** Ends a confirmation by the outcome of the card's number. @throws 402 for a declined card */
  private conclude(record: IntentRecord): PaymentIntent {
    const decline = record.pending?.decline ?? null;
    if (decline) {
      this.decline(record, decline);
      throw new StripeWireError(402, { type: 'card_error', ...decline, payment_intent: record.intent });
    }
    if (takeFault(this.options.faults.processing)) {
      record.intent.status = 'processing';
      this.emit(record, 'payment_intent.processing', record.intent);
      return record.intent;
    }
    this.succeed(record);
    return record.intent;
  }

  private succeed(record: IntentRecord) {
    const { intent } = record;
    const { faults } = this.options;
    if (takeFault(faults.wrongAmount)) intent.amount += faults.wrongAmount.by;
    if (takeFault(faults.wrongCurrency)) intent.currency = faults.wrongCurrency.currency;
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    const charge = this.addCharge(record, 'succeeded');
    intent.latest_charge = charge.id;
    if (!takeFault(faults.unknownFee)) this.bookCharge(record, charge);
    record.pending = null;
    this.emit(record, 'payment_intent.succeeded', intent);
  }

  private decline(record: IntentRecord, decline: CardDecline) {
    const { intent } = record;
    intent.status = 'requires_payment_method';
    intent.latest_charge = this.addCharge(record, 'failed').id;
    intent.payment_method = null;
    intent.last_payment_error = { type: 'card_error', ...decline };
    record.pending = null;
    this.emit(record, 'payment_intent.payment_failed', intent);
  }

  private addCharge(record: IntentRecord, status: Charge['status']): Charge {
    const { intent } = record;
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      balance_transaction: null,
      created: unixNow(),
      currency: intent.currency,
      disputed: false,
      livemode: false,
      paid: status === 'succeeded',
      payment_intent: intent.id,
      payment_method_details: {
        type: 'card',
        card: record.pending?.card ?? { brand: 'visa', last4: '0000', exp_month: 12, exp_year: 2040 },
      },
      refunded: false,
      status,
    };
    record.charges.push(charge);
    return charge;
  }

  private bookCharge(record: IntentRecord, charge: Charge) {
    const account = this.accounts.find(({ id }) => id === record.accountId);
    charge.balance_transaction = this.balance.add(record.accountId, {
      amount: charge.amount,
      fee: feeOf(charge.amount, account?.fee ?? USUAL_FEE),
      currency: charge.currency,
      type: 'charge',
      reporting_category: 'charge',
      source: charge.id,
      description: record.intent.description,
    }).id;
  }

  private emit(record: IntentRecord, type: string, object: PaymentIntent | Charge | Refund) {
    this.sendEvent(record.accountId, type, object);
  }

  /** Finds a payment that was charged, for the control routes, which need no account. @throws 404 */
  private paid(intentId: string): { record: IntentRecord; charge: Charge } {
    const record = this.options.state.intents[intentId];
    const charge = record?.charges.find(({ status }) => status === 'succeeded');
    if (!record || !charge) throw noSuchPaymentIntent(intentId);
    return { record, charge };
  }

  private findIn<T>(account: StripeAccount, find: (record: IntentRecord) => T | undefined): T | null {
    for (const record of Object.values(this.options.state.intents)) {
      const found = record.accountId === account.id ? find(record) : undefined;
      if (found) return found;
    }
    return null;
  }

  private recordOf(account: StripeAccount, id: string): IntentRecord {
    const record = this.options.state.intents[id];
    if (!record || record.accountId !== account.id) throw noSuchPaymentIntent(id);
    return record;
  }

  private findAccount(keyOf: (account: StripeAccount) => string, key: string | null): StripeAccount {
    const account = key ? this.accounts.find((candidate) => isSame(keyOf(candidate), key)) : undefined;
    if (!account) throw invalidKey();
    return account;
  }
}

function isSame(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}

function readCard(form: FormObject): ConfirmedCard {
  const methodId = formText(form, 'payment_method');
  if (methodId !== undefined) {
    const number = TEST_PAYMENT_METHODS[methodId];
    if (!number) {
      throw new StripeWireError(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'payment_method',
        message: `No such PaymentMethod: '${methodId}'`,
      });
    }
    return toConfirmedCard(number, 12, new Date().getFullYear() + 5);
  }
  const field = (name: string) => formText(form, 'payment_method_data', 'card', name)?.replace(/\s/g, '') ?? '';
  const number = field('number');
  const month = Number(field('exp_month'));
  const year = Number(field('exp_year'));
  if (!number) {
    throw invalidParameter(
      'payment_method',
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
    );
  }
  if (!/^\d{12,19}$/.test(number)) throw cardError('incorrect_number', 'Your card number is incorrect.');
  if (!(month >= 1 && month <= 12)) throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.");
  if (isPast(month, year)) throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(field('cvc'))) throw cardError('invalid_cvc', "Your card's security code is invalid.");
  return toConfirmedCard(number, month, year);
}

function isPast(month: number, year: number): boolean {
  const now = new Date();
  return !Number.isInteger(year) || year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1;
}

function cardError(code: string, message: string): StripeWireError {
  return new StripeWireError(402, { type: 'card_error', code, message });
}

function toConfirmedCard(number: string, month: number, year: number): ConfirmedCard {
  return {
    id: newId('pm'),
    card: { brand: 'visa', last4: number.slice(-4), exp_month: month, exp_year: year },
    behaviour: behaviourOfCard(number),
  };
}
