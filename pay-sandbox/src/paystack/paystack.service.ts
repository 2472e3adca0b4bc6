import { createHmac, randomInt } from 'node:crypto';
import type { PaystackAccount } from '../config';
import { type Faults, takeFault } from '../faults/faults';
import { type FeeRate, feeOf } from '../fees';
import { newId, randomText } from '../stripe/stripe-objects';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher';
import { pathOfCard } from './paystack-cards';
import { type DisputeRecord, PaystackDisputes } from './paystack-disputes';
import { PaystackWireError } from './paystack-errors';
import { presentTransaction, type RefundRecord, type TransactionRecord } from './paystack-transaction';

/** The fee of an account that names none: 2.9 % and 100 cents. */
const USUAL_FEE: FeeRate = { basisPoints: 290, fixedMinor: 100 };

export interface PaystackState {
  transactions: Record<string, TransactionRecord>;
  disputes: Record<string, DisputeRecord>;
}

export interface Initialization {
  email?: unknown;
  amount?: unknown;
  currency?: unknown;
  reference?: unknown;
  split?: unknown;
  metadata?: unknown;
}

export interface ChargeInput {
  number?: string;
  cvv?: string;
  pin?: string;
  code?: string;
}

export type ChargeResponse =
  | { status: 'success'; message: string; reference: string; transaction: string }
  | { status: 'send_pin' | 'send_otp' | 'failed' | 'pending'; message: string };

interface PaystackServiceOptions {
  accounts: PaystackAccount[];
  state: PaystackState;
  faults: Faults;
  webhooks: Pick<WebhookDispatcher, 'dispatch'>;
}

/** Keeps transactions and refunds with Paystack's life cycle. It knows nothing about HTTP and throws refusals as PaystackWireError. */
export class PaystackService {
  readonly disputes: PaystackDisputes;
  private readonly accounts: PaystackAccount[];

  constructor(private readonly options: PaystackServiceOptions) {
    this.disputes = new PaystackDisputes({
      records: options.state.disputes,
      transactionOf: (reference) => this.paid(reference),
      emit: (transaction, event, data) => this.emit(transaction, event, data),
      payBack: (transaction, amount, dispute) => {
        const paid = Math.min(amount, leftOf(transaction));
        if (paid > 0) this.addRefund(transaction, { amount: paid, merchantNote: null, dispute });
        return paid;
      },
      leftOf,
    });
    this.accounts = options.accounts.map((account) => ({ ...account }));
  }

  /** @throws 401 */
  accountOfSecret(key: string | null): PaystackAccount {
    const account = this.accounts.find(({ secretKey }) => secretKey === key);
    if (!account) throw new PaystackWireError(401, 'Invalid key');
    return account;
  }

  /** Returns the webhook address of an account, and the header that proves its events. */
  webhookOf(accountId: string, body: string): { url: string; headers: Record<string, string> } | null {
    const account = this.accounts.find(({ id }) => id === accountId);
    if (!account?.webhookUrl) return null;
    const signature = createHmac('sha512', account.secretKey).update(body, 'utf8').digest('hex');
    return { url: account.webhookUrl, headers: { 'x-paystack-signature': signature } };
  }

  setWebhookUrl(publicKey: string, url: string): boolean {
    const account = this.accounts.find((candidate) => candidate.publicKey === publicKey);
    if (account) account.webhookUrl = url;
    return account !== undefined;
  }

  initialize(account: PaystackAccount, input: Initialization): TransactionRecord {
    const amount = Number(input.amount);
    if (!Number.isSafeInteger(amount) || amount < 1) throw new PaystackWireError(400, 'Invalid Amount Sent');
    if (typeof input.email !== 'string' || !input.email.includes('@')) {
      throw new PaystackWireError(400, 'Invalid Email Address Passed');
    }
    const reference =
      typeof input.reference === 'string' && input.reference !== '' ? input.reference : randomText(10).toLowerCase();
    if (!/^[\w.=-]+$/.test(reference)) throw new PaystackWireError(400, 'Invalid reference');
    if (this.options.state.transactions[reference]) throw new PaystackWireError(400, 'Duplicate Transaction Reference');
    refuseWrongSplit(input.split, amount);
    const record: TransactionRecord = {
      accountId: account.id,
      id: randomInt(1_000_000_000, 9_999_999_999),
      reference,
      accessCode: randomText(15).toLowerCase(),
      email: input.email,
      amount,
      currency: typeof input.currency === 'string' ? input.currency : 'NGN',
      split: input.split ?? {},
      metadata: input.metadata ?? {},
      status: 'abandoned',
      gatewayResponse: 'The transaction was not completed',
      lastFour: null,
      waitsFor: null,
      refunds: [],
      fees: null,
      createdAt: new Date().toISOString(),
      paidAt: null,
    };
    this.options.state.transactions[reference] = record;
    return record;
  }

  /** @throws 400 */
  verify(account: PaystackAccount, reference: string): TransactionRecord {
    const record = this.options.state.transactions[reference];
    if (record?.accountId !== account.id) throw new PaystackWireError(400, 'Transaction reference not found.');
    return record;
  }

  /** Finds the transaction that the popup opens. The popup knows only the access code. @throws 404 */
  ofAccessCode(accessCode: string): TransactionRecord {
    const record = Object.values(this.options.state.transactions).find((entry) => entry.accessCode === accessCode);
    if (!record) throw new PaystackWireError(404, 'This payment is not known');
    return record;
  }

  /**
   * Takes one step in the popup: first a card, then the data that the card asks for. After a successful payment every step reports the
   * success and charges nothing.
   */
  charge(record: TransactionRecord, input: ChargeInput): ChargeResponse {
    if (record.status === 'success' || record.status === 'reversed') return this.approved(record);
    if (record.waitsFor && (input.pin !== undefined || input.code !== undefined)) return this.answerStep(record, input);
    const number = (input.number ?? '').replace(/\s/g, '');
    const path = pathOfCard(number, (input.cvv ?? '').trim());
    record.lastFour = number.slice(-4);
    record.waitsFor = null;
    if (path.kind === 'declined') return this.decline(record, path.message);
    if (path.kind === 'pays') return this.conclude(record);
    record.waitsFor = { step: 'pin', pin: path.pin, code: path.code };
    return { status: 'send_pin', message: 'Please enter your 4-digit card pin' };
  }

  /** @param input the amount (the remaining amount by default) and the merchant's own note */
  refund(
    account: PaystackAccount,
    reference: string,
    input: { amount?: unknown; merchant_note?: unknown } = {},
  ): RefundRecord {
    const record = this.verify(account, reference);
    if (record.status === 'reversed') throw new PaystackWireError(400, 'Transaction has been fully reversed');
    if (record.status !== 'success') throw new PaystackWireError(400, 'Transaction has not been paid');
    const left = leftOf(record);
    const amount = input.amount === undefined ? left : Number(input.amount);
    if (!Number.isSafeInteger(amount) || amount < 1) throw new PaystackWireError(400, 'Invalid amount');
    if (amount > left) throw new PaystackWireError(400, 'Refund amount cannot be more than the transaction amount');
    const merchantNote = typeof input.merchant_note === 'string' ? input.merchant_note : null;
    return this.addRefund(record, { amount, merchantNote, dispute: null });
  }

  /** Refunds like a person in the dashboard. @param amount the remaining amount by default */
  refundInDashboard(reference: string, amount?: number): RefundRecord {
    const accountId = this.options.state.transactions[reference]?.accountId;
    const account = this.accounts.find(({ id }) => id === accountId);
    if (!account) throw new PaystackWireError(404, 'Transaction reference not found.');
    return this.refund(account, reference, amount === undefined ? {} : { amount });
  }

  /** Lists the transactions of an account, the latest first. */
  transactionsOf(account: PaystackAccount): TransactionRecord[] {
    return Object.values(this.options.state.transactions)
      .filter(({ accountId }) => accountId === account.id)
      .reverse();
  }

  /** Lists the refunds of an account, each with its transaction, the latest first. */
  refundsOfAccount(account: PaystackAccount): ListedRefund[] {
    return this.transactionsOf(account)
      .flatMap(refundsWithTransaction)
      .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  }

  /** Lists the refunds of a transaction, the oldest first. @param id the transaction's own number */
  refundsOf(account: PaystackAccount, id: number): ListedRefund[] {
    return this.transactionsOf(account)
      .filter((transaction) => transaction.id === id)
      .flatMap(refundsWithTransaction);
  }

  /** Tells a fee that the fault 'unknownFee' held back. A fee that is known stays. */
  tellFee(reference: string): TransactionRecord {
    const record = this.paid(reference);
    record.fees ??= this.feesOf(record);
    return record;
  }

  /** Changes a fee after the payment. @param by what is charged in addition, or returned if below 0 */
  changeFee(reference: string, by: number): TransactionRecord {
    const record = this.paid(reference);
    record.fees = (record.fees ?? 0) + by;
    return record;
  }

  openDispute(reference: string, opened: { amount?: number | undefined; reason?: string | undefined }): DisputeRecord {
    return this.disputes.open(this.paid(reference), opened.amount, opened.reason);
  }

  settleProcessing(reference: string, outcome: 'success' | 'failed'): TransactionRecord {
    const record = this.options.state.transactions[reference];
    if (record?.status !== 'processing') throw new PaystackWireError(404, 'No such transaction is being processed');
    if (outcome === 'success') this.succeed(record);
    else this.decline(record, 'Declined');
    return record;
  }

  private answerStep(record: TransactionRecord, { pin, code }: ChargeInput): ChargeResponse {
    const { waitsFor } = record;
    if (waitsFor?.step === 'pin') {
      if (pin !== waitsFor.pin) return this.decline(record, 'Incorrect PIN');
      waitsFor.step = 'otp';
      return { status: 'send_otp', message: 'Please enter the OTP sent to your phone' };
    }
    return code === waitsFor?.code ? this.conclude(record) : this.decline(record, 'Incorrect OTP');
  }

  private conclude(record: TransactionRecord): ChargeResponse {
    record.waitsFor = null;
    if (takeFault(this.options.faults.processing)) {
      record.status = 'processing';
      return { status: 'pending', message: 'Your payment is being processed' };
    }
    this.succeed(record);
    return this.approved(record);
  }

  private succeed(record: TransactionRecord) {
    const { faults } = this.options;
    if (takeFault(faults.wrongAmount)) record.amount += faults.wrongAmount.by;
    if (takeFault(faults.wrongCurrency)) record.currency = faults.wrongCurrency.currency.toUpperCase();
    record.status = 'success';
    record.gatewayResponse = 'Successful';
    record.paidAt = new Date().toISOString();
    if (!takeFault(faults.unknownFee)) record.fees = this.feesOf(record);
    this.emit(record, 'charge.success', presentTransaction(record));
  }

  private decline(record: TransactionRecord, message: string): ChargeResponse {
    record.status = 'failed';
    record.gatewayResponse = message;
    record.waitsFor = null;
    return { status: 'failed', message };
  }

  private approved({ reference, id }: TransactionRecord): ChargeResponse {
    return { status: 'success', message: 'Approved', reference, transaction: String(id) };
  }

  /** Finds a payment that was charged, for the control routes, which need no account. @throws 404 */
  private paid(reference: string): TransactionRecord {
    const record = this.options.state.transactions[reference];
    if (record?.status === 'success' || record?.status === 'reversed') return record;
    throw new PaystackWireError(404, 'Transaction reference not found.');
  }

  private feesOf({ accountId, amount }: TransactionRecord): number {
    return feeOf(amount, this.accounts.find(({ id }) => id === accountId)?.fee ?? USUAL_FEE);
  }

  private addRefund(
    record: TransactionRecord,
    given: Pick<RefundRecord, 'amount' | 'merchantNote' | 'dispute'>,
  ): RefundRecord {
    const refund = { id: randomInt(1_000_000, 9_999_999), createdAt: new Date().toISOString(), ...given };
    record.refunds.push(refund);
    if (leftOf(record) === 0) record.status = 'reversed';
    this.emit(record, 'refund.processed', {
      status: 'processed',
      transaction_reference: record.reference,
      refund_reference: `TRF_${refund.id}`,
      amount: refund.amount,
      currency: record.currency,
    });
    return refund;
  }

  private emit(record: TransactionRecord, event: string, data: object) {
    const id = newId('evt');
    this.options.webhooks.dispatch({
      id,
      provider: 'paystack',
      accountId: record.accountId,
      eventId: id,
      eventType: event,
      body: JSON.stringify({ event, data }),
      attempts: 0,
      state: 'waiting',
    });
  }
}

type ListedRefund = RefundRecord & { transaction: TransactionRecord };

const refundsWithTransaction = (transaction: TransactionRecord): ListedRefund[] =>
  transaction.refunds.map((refund) => ({ ...refund, transaction }));

function leftOf({ amount, refunds }: TransactionRecord): number {
  return amount - refunds.reduce((sum, refund) => sum + refund.amount, 0);
}

function refuseWrongSplit(split: unknown, amount: number) {
  if (split === undefined) return;
  const { subaccounts } = split as { subaccounts?: { subaccount?: unknown; share?: unknown }[] };
  if (!Array.isArray(subaccounts)) throw new PaystackWireError(400, 'Invalid split');
  const accounts = new Set(subaccounts.map(({ subaccount }) => subaccount));
  const sum = subaccounts.reduce((total, { share }) => total + Number(share), 0);
  if (accounts.size !== subaccounts.length) throw new PaystackWireError(400, 'A subaccount is in the split twice');
  if (!(sum <= amount)) throw new PaystackWireError(400, 'The sum of the shares is more than the amount');
}
