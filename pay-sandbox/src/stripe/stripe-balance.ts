import { type BalanceTransaction, newId, unixNow } from './stripe-objects';

/** A balance transaction with its account, and with the payout that has paid it out. */
export interface BalanceRecord {
  accountId: string;
  payout: string | null;
  transaction: BalanceTransaction;
}

type NewMovement = Pick<
  BalanceTransaction,
  'amount' | 'currency' | 'type' | 'reporting_category' | 'source' | 'description'
> & { fee?: number };

interface Filter {
  type?: string | undefined;
  payout?: string | undefined;
  source?: string | undefined;
}

/** The money of each Stripe account: every movement is one balance transaction. A later movement never changes an earlier one. */
export class StripeBalance {
  constructor(private readonly records: Record<string, BalanceRecord>) {}

  add(accountId: string, { fee = 0, ...movement }: NewMovement): BalanceTransaction {
    const now = unixNow();
    const transaction: BalanceTransaction = {
      id: newId('txn'),
      object: 'balance_transaction',
      ...movement,
      available_on: now,
      balance_type: 'payments',
      created: now,
      exchange_rate: null,
      fee,
      fee_details:
        fee === 0
          ? []
          : [
              {
                amount: fee,
                application: null,
                currency: movement.currency,
                description: 'Stripe processing fees',
                type: 'stripe_fee',
              },
            ],
      net: movement.amount - fee,
      status: 'available',
    };
    this.records[transaction.id] = { accountId, payout: null, transaction };
    return transaction;
  }

  find(accountId: string, id: string): BalanceTransaction | null {
    const record = this.records[id];
    return record?.accountId === accountId ? record.transaction : null;
  }

  /** Lists the movements of an account, the latest first. */
  list(accountId: string, { type, payout, source }: Filter): BalanceTransaction[] {
    return Object.values(this.records)
      .filter(
        (record) =>
          record.accountId === accountId &&
          (type === undefined || record.transaction.type === type) &&
          (payout === undefined || record.payout === payout) &&
          (source === undefined || record.transaction.source === source),
      )
      .map(({ transaction }) => transaction)
      .reverse();
  }

  /** The money that an account has in one currency. */
  available(accountId: string, currency: string): number {
    return Object.values(this.records)
      .filter((record) => record.accountId === accountId && record.transaction.currency === currency)
      .reduce((sum, { transaction }) => sum + transaction.net, 0);
  }

  /** Pays out what an account has in one currency, as Stripe does each day. @returns null if it has nothing */
  payOut(accountId: string, currency: string): BalanceTransaction | null {
    const amount = this.available(accountId, currency);
    if (amount <= 0) return null;
    const payout = newId('po');
    for (const record of Object.values(this.records)) {
      const isPaidNow = record.accountId === accountId && record.transaction.currency === currency;
      if (isPaidNow && record.payout === null) record.payout = payout;
    }
    const paid = this.add(accountId, {
      amount: -amount,
      currency,
      type: 'payout',
      reporting_category: 'payout',
      source: payout,
      description: 'STRIPE PAYOUT',
    });
    const record = this.records[paid.id];
    if (record) record.payout = payout;
    return paid;
  }
}
