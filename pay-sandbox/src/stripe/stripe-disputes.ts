import type { StripeBalance } from './stripe-balance';
import { invalidParameter, noSuchObject } from './stripe-errors';
import type { EmitEvent } from './stripe-events';
import { type BalanceTransaction, type Charge, type Dispute, newId, unixNow } from './stripe-objects';

export interface DisputeRecord {
  accountId: string;
  dispute: Dispute;
}

export interface OpenedDispute {
  /** The amount in minor units; the amount of the charge by default. */
  amount?: number | undefined;
  reason?: string | undefined;
  /** True for an inquiry, which withdraws no money until it becomes a dispute. */
  isInquiry?: boolean | undefined;
}

const DAY_S = 24 * 3_600;
const DUE_AFTER_S = 7 * DAY_S;
/** The fee of each dispute, in minor units. */
const DISPUTE_FEE = 1_500;

const NO_EVIDENCE: Dispute['evidence'] = Object.fromEntries(
  [
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'customer_communication',
    'customer_email_address',
    'customer_name',
    'product_description',
    'receipt',
    'refund_policy',
    'service_date',
    'service_documentation',
    'uncategorized_file',
    'uncategorized_text',
  ].map((name) => [name, null]),
);

/** Keeps disputes with Stripe's life cycle. The control routes play the cardholder's bank. */
export class StripeDisputes {
  constructor(
    private readonly records: Record<string, DisputeRecord>,
    private readonly balance: StripeBalance,
    private readonly emit: EmitEvent,
  ) {}

  find(accountId: string, id: string): Dispute {
    const record = this.records[id];
    if (record?.accountId !== accountId) throw noSuchObject('dispute', id);
    return record.dispute;
  }

  /** Lists the disputes of an account, the latest first. */
  list(
    accountId: string,
    { payment_intent, charge }: { payment_intent?: string | undefined; charge?: string | undefined },
  ) {
    return Object.values(this.records)
      .filter(
        ({ accountId: owner, dispute }) =>
          owner === accountId &&
          (payment_intent === undefined || dispute.payment_intent === payment_intent) &&
          (charge === undefined || dispute.charge === charge),
      )
      .map(({ dispute }) => dispute)
      .reverse();
  }

  open(
    accountId: string,
    charge: Charge,
    { amount = charge.amount, reason = 'fraudulent', isInquiry = false }: OpenedDispute,
  ): Dispute {
    if (!(Number.isSafeInteger(amount) && amount >= 1 && amount <= charge.amount)) {
      throw invalidParameter('amount', `A dispute of ${amount} of a charge of ${charge.amount}`);
    }
    const created = unixNow();
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount,
      balance_transactions: [],
      charge: charge.id,
      created,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: { ...NO_EVIDENCE },
      evidence_details: {
        due_by: created + DUE_AFTER_S,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: isInquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', case_type: isInquiry ? 'inquiry' : 'chargeback', network_reason_code: '10.4' },
      },
      reason,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    };
    this.records[dispute.id] = { accountId, dispute };
    charge.disputed = true;
    if (!isInquiry) this.withdraw(accountId, dispute);
    this.emit(accountId, 'charge.dispute.created', dispute);
    if (!isInquiry) this.emit(accountId, 'charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  /** Records that evidence was sent, so that the bank decides. */
  submitEvidence(id: string): Dispute {
    const { accountId, dispute } = this.recordOf(id);
    dispute.status = dispute.status === 'warning_needs_response' ? 'warning_under_review' : 'under_review';
    Object.assign(dispute.evidence_details, { has_evidence: true, submission_count: 1, submission_method: 'manual' });
    this.emit(accountId, 'charge.dispute.updated', dispute);
    return dispute;
  }

  /**
   * Closes a dispute by the bank's decision. A lost dispute can still be won, and a won one lost, as after an appeal.
   * @param returnsFee false if Stripe keeps its fee although the dispute was won
   */
  close(id: string, outcome: 'won' | 'lost', returnsFee = true): Dispute {
    const { accountId, dispute } = this.recordOf(id);
    const isInquiry = dispute.status.startsWith('warning_');
    const held = sum(dispute.balance_transactions, ({ amount }) => amount);
    if (outcome === 'won') {
      dispute.status = isInquiry ? 'warning_closed' : 'won';
      if (held < 0) this.reinstate(accountId, dispute, -held, returnsFee);
    } else {
      dispute.status = 'lost';
      if (held === 0) this.withdraw(accountId, dispute);
    }
    dispute.is_charge_refundable = outcome === 'won';
    if (outcome === 'won' && held < 0) this.emit(accountId, 'charge.dispute.funds_reinstated', dispute);
    if (outcome === 'lost' && held === 0) this.emit(accountId, 'charge.dispute.funds_withdrawn', dispute);
    this.emit(accountId, 'charge.dispute.closed', dispute);
    return dispute;
  }

  private withdraw(accountId: string, dispute: Dispute) {
    const { amount, currency, id } = dispute;
    dispute.balance_transactions.push(
      this.balance.add(accountId, {
        amount: -amount,
        fee: DISPUTE_FEE,
        currency,
        type: 'adjustment',
        reporting_category: 'dispute',
        source: id,
        description: `Chargeback withdrawal for ${dispute.charge}`,
      }),
    );
  }

  private reinstate(accountId: string, dispute: Dispute, amount: number, returnsFee: boolean) {
    const fee = sum(dispute.balance_transactions, (transaction) => transaction.fee);
    dispute.balance_transactions.push(
      this.balance.add(accountId, {
        amount,
        fee: returnsFee ? -fee : 0,
        currency: dispute.currency,
        type: 'adjustment',
        reporting_category: 'dispute_reversal',
        source: dispute.id,
        description: `Chargeback reversal for ${dispute.charge}`,
      }),
    );
  }

  private recordOf(id: string): DisputeRecord {
    const record = this.records[id];
    if (!record) throw noSuchObject('dispute', id);
    return record;
  }
}

function sum(transactions: readonly BalanceTransaction[], read: (transaction: BalanceTransaction) => number): number {
  return transactions.reduce((total, transaction) => total + read(transaction), 0);
}
