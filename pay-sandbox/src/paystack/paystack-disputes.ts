import { randomInt } from 'node:crypto';
import type { PaystackAccount } from '../config';
import { PaystackWireError } from './paystack-errors';
import { presentTransaction, type TransactionRecord } from './paystack-transaction';

export interface DisputeRecord {
  accountId: string;
  id: number;
  /** The reference of the disputed transaction. */
  reference: string;
  amount: number;
  /** `refund_amount` of the wire: null until the bank names an amount. */
  toldAmount: number | null;
  category: string;
  status: 'awaiting-merchant-feedback' | 'awaiting-bank-feedback' | 'pending' | 'resolved';
  resolution: 'merchant-accepted' | 'declined' | null;
  /** The times are ISO 8601. */
  dueAt: string;
  resolvedAt: string | null;
  createdAt: string;
}

const DUE_AFTER_MS = 24 * 3_600_000;

interface Options {
  records: Record<string, DisputeRecord>;
  transactionOf: (reference: string) => TransactionRecord;
  emit: (transaction: TransactionRecord, event: string, data: object) => void;
  /** The amount of a transaction that its refunds have left. */
  leftOf: (transaction: TransactionRecord) => number;
  /** Pays the disputed amount back to the cardholder, at most what is left. @returns what it paid */
  payBack: (transaction: TransactionRecord, amount: number, disputeId: number) => number;
}

/** Keeps disputes with Paystack's life cycle. The control routes play the cardholder's bank. Money moves only when a dispute is accepted. */
export class PaystackDisputes {
  constructor(private readonly options: Options) {}

  /** Lists the disputes of an account, the latest first. @param transactionId the transaction's own number */
  list(
    account: PaystackAccount,
    { transactionId, status }: { transactionId?: number; status?: string },
  ): DisputeRecord[] {
    return Object.values(this.options.records)
      .filter(
        (record) =>
          record.accountId === account.id &&
          (transactionId === undefined || this.options.transactionOf(record.reference).id === transactionId) &&
          (status === undefined || record.status === status),
      )
      .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  }

  /** @throws 404 */
  find(account: PaystackAccount, id: number): DisputeRecord {
    const record = this.recordOf(id);
    if (record.accountId !== account.id) throw unknownDispute();
    return record;
  }

  /** @param named the amount; without it the bank names none, and disputes what is left after refunds */
  open(transaction: TransactionRecord, named?: number, category = 'chargeback'): DisputeRecord {
    const left = this.options.leftOf(transaction);
    const amount = named ?? left;
    if (!(Number.isSafeInteger(amount) && amount >= 1 && amount <= left)) {
      throw new PaystackWireError(400, `A dispute of ${amount} of a transaction with ${left} left`);
    }
    const now = Date.now();
    const record: DisputeRecord = {
      accountId: transaction.accountId,
      id: randomInt(1_000_000, 9_999_999),
      reference: transaction.reference,
      amount,
      toldAmount: named ?? null,
      category,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      dueAt: new Date(now + DUE_AFTER_MS).toISOString(),
      resolvedAt: null,
      createdAt: new Date(now).toISOString(),
    };
    this.options.records[record.id] = record;
    this.tell(record, 'charge.dispute.create');
    return record;
  }

  /** Records that evidence was sent, so that the bank decides, and sends the event that Paystack repeats while a dispute is open. */
  submitEvidence(id: number): DisputeRecord {
    const record = this.recordOf(id);
    record.status = 'awaiting-bank-feedback';
    this.tell(record, 'charge.dispute.remind');
    return record;
  }

  close(id: number, outcome: 'won' | 'lost'): DisputeRecord {
    const record = this.recordOf(id);
    if (record.status === 'resolved') throw new PaystackWireError(400, 'The dispute is resolved');
    record.status = 'resolved';
    record.resolution = outcome === 'won' ? 'declined' : 'merchant-accepted';
    record.resolvedAt = new Date().toISOString();
    if (outcome === 'lost') {
      record.toldAmount = this.options.payBack(this.options.transactionOf(record.reference), record.amount, id);
    }
    this.tell(record, 'charge.dispute.resolve');
    return record;
  }

  /** Returns a dispute in the form of GET /dispute. */
  present(record: DisputeRecord) {
    const transaction = this.options.transactionOf(record.reference);
    return {
      id: record.id,
      refund_amount: record.toldAmount,
      currency: transaction.currency,
      status: record.status,
      resolution: record.resolution,
      domain: 'test',
      transaction: presentTransaction(transaction),
      transaction_reference: null,
      category: record.category,
      customer: { email: transaction.email },
      bin: null,
      last4: transaction.lastFour,
      dueAt: record.dueAt,
      resolvedAt: record.resolvedAt,
      evidence: null,
      attachments: null,
      note: null,
      history: [],
      messages: [],
      createdAt: record.createdAt,
      updatedAt: record.resolvedAt ?? record.createdAt,
    };
  }

  private tell(record: DisputeRecord, event: string) {
    this.options.emit(this.options.transactionOf(record.reference), event, this.present(record));
  }

  private recordOf(id: number): DisputeRecord {
    const record = this.options.records[id];
    if (!record) throw unknownDispute();
    return record;
  }
}

const unknownDispute = () => new PaystackWireError(404, 'Dispute not found');
