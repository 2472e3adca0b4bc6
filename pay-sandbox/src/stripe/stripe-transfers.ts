import type { Faults } from '../faults/faults';
import type { StripeBalance } from './stripe-balance';
import { invalidParameter, noSuchObject } from './stripe-errors';
import { type FormObject, formText, formTexts, readAmount, readCurrency } from './stripe-form';
import { type Charge, newId, type Transfer, type TransferReversal, unixNow } from './stripe-objects';

export interface TransferRecord {
  accountId: string;
  transfer: Transfer;
  /** The oldest first. */
  reversals: TransferReversal[];
}

/** Keeps transfers to connected accounts, and their reversals. The stand-in knows no connected accounts: it takes every `acct_` id. */
export class StripeTransfers {
  constructor(
    private readonly records: Record<string, TransferRecord>,
    private readonly balance: StripeBalance,
    private readonly faults: Pick<Faults, 'closedAccount'>,
  ) {}

  /** @param chargeOf finds a charge of the account */
  create(accountId: string, form: FormObject, chargeOf: (id: string) => Charge | null): Transfer {
    const amount = readAmount(form);
    const currency = readCurrency(form);
    const destination = formText(form, 'destination') ?? '';
    if (!/^acct_\w+$/.test(destination) || destination === this.faults.closedAccount.id) {
      throw noSuchObject('destination', destination);
    }
    const sourceId = formText(form, 'source_transaction');
    const source = sourceId === undefined ? null : chargeOf(sourceId);
    if (sourceId !== undefined && !source) throw noSuchObject('charge', sourceId, 'source_transaction');
    if (source) this.refuseTooMuchOf(source, amount, currency);
    else if (amount > this.balance.available(accountId, currency)) {
      throw invalidParameter(
        'amount',
        'You have insufficient available funds in your account.',
        'balance_insufficient',
      );
    }
    const id = newId('tr');
    const transfer: Transfer = {
      id,
      object: 'transfer',
      amount,
      amount_reversed: 0,
      balance_transaction: this.balance.add(accountId, {
        amount: -amount,
        currency,
        type: 'transfer',
        reporting_category: 'transfer',
        source: id,
        description: formText(form, 'description') ?? null,
      }).id,
      created: unixNow(),
      currency,
      description: formText(form, 'description') ?? null,
      destination,
      destination_payment: newId('py'),
      livemode: false,
      metadata: formTexts(form, 'metadata'),
      reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
      reversed: false,
      source_transaction: source?.id ?? null,
      source_type: 'card',
      transfer_group: formText(form, 'transfer_group') ?? (source ? `group_${source.payment_intent}` : null),
    };
    this.records[id] = { accountId, transfer, reversals: [] };
    return transfer;
  }

  reverse(accountId: string, id: string, form: FormObject): TransferReversal {
    const { transfer, reversals } = this.recordOf(accountId, id);
    const left = transfer.amount - transfer.amount_reversed;
    const amount = formText(form, 'amount') === undefined ? left : readAmount(form);
    if (transfer.destination === this.faults.closedAccount.id) {
      throw invalidParameter('amount', 'Insufficient funds in the destination account.', 'balance_insufficient');
    }
    if (amount > left || left === 0) {
      throw invalidParameter('amount', `Reversal amount (${amount}) is greater than the unreversed amount (${left})`);
    }
    transfer.amount_reversed += amount;
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    const reversalId = newId('trr');
    const reversal: TransferReversal = {
      id: reversalId,
      object: 'transfer_reversal',
      amount,
      balance_transaction: this.balance.add(accountId, {
        amount,
        currency: transfer.currency,
        type: 'transfer_refund',
        reporting_category: 'transfer_reversal',
        source: reversalId,
        description: `REFUND FOR TRANSFER ${id}`,
      }).id,
      created: unixNow(),
      currency: transfer.currency,
      destination_payment_refund: newId('pyr'),
      metadata: formTexts(form, 'metadata'),
      source_refund: null,
      transfer: id,
    };
    reversals.push(reversal);
    transfer.reversals.data = [...reversals].reverse().slice(0, 10);
    transfer.reversals.has_more = reversals.length > 10;
    return reversal;
  }

  find(accountId: string, id: string): Transfer {
    return this.recordOf(accountId, id).transfer;
  }

  /** Lists the reversals of a transfer, the latest first. */
  reversalsOf(accountId: string, id: string): TransferReversal[] {
    return [...this.recordOf(accountId, id).reversals].reverse();
  }

  findReversal(accountId: string, id: string): TransferReversal | null {
    for (const record of Object.values(this.records)) {
      const reversal = record.accountId === accountId && record.reversals.find((each) => each.id === id);
      if (reversal) return reversal;
    }
    return null;
  }

  /** Lists the transfers of an account, the latest first. */
  list(
    accountId: string,
    { destination, group }: { destination?: string | undefined; group?: string | undefined },
  ): Transfer[] {
    return Object.values(this.records)
      .filter(
        (record) =>
          record.accountId === accountId &&
          (destination === undefined || record.transfer.destination === destination) &&
          (group === undefined || record.transfer.transfer_group === group),
      )
      .map(({ transfer }) => transfer)
      .reverse();
  }

  /** All transfers of one charge together cannot be more than the charge. */
  private refuseTooMuchOf(source: Charge, amount: number, currency: string) {
    if (currency !== source.currency) {
      throw invalidParameter('currency', `The currency of source_transaction is ${source.currency}, not ${currency}.`);
    }
    const made = Object.values(this.records).filter(({ transfer }) => transfer.source_transaction === source.id);
    const left = source.amount - made.reduce((sum, { transfer }) => sum + transfer.amount, 0);
    if (amount > left) {
      throw invalidParameter('amount', `The source_transaction has only ${left} left of its ${source.amount}.`);
    }
  }

  private recordOf(accountId: string, id: string): TransferRecord {
    const record = this.records[id];
    if (record?.accountId !== accountId) throw noSuchObject('transfer', id);
    return record;
  }
}
