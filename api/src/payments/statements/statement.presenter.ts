import type { PayoutsTable } from 'core/database/types';
import type { Selectable } from 'kysely';
import { toMajor } from 'shared-contracts/rules/money';
import type { Payout, Statement as ShownStatement } from 'shared-contracts/types';
import type { Statement } from './statement.query';

export interface PayoutRow extends Selectable<PayoutsTable> {
  vendor_name: string;
  /** Null if the account is gone. */
  recorded_by: string | null;
}

/** @param payments the payouts for statements that end on its days */
export function presentStatement(statement: Statement, payments: readonly PayoutRow[] = []): ShownStatement {
  const major = (minor: number) => toMajor(minor, statement.currency);
  return {
    vendor: { id: statement.vendorId, name: statement.vendorName },
    currency: statement.currency,
    currency_symbol: statement.currencySymbol,
    orders: statement.orders,
    carried_over: major(statement.carriedOverMinor),
    sales: major(statement.salesMinor),
    tips: major(statement.tipsMinor),
    refunds: major(statement.refundsMinor),
    commission: major(statement.commissionMinor),
    rent: major(statement.rentMinor),
    fees: major(statement.feesMinor),
    has_estimated_fees: statement.hasEstimatedFees,
    disputes: major(statement.disputesMinor),
    transfers: major(statement.transfersMinor),
    corrections: major(statement.correctionsMinor),
    payouts: major(statement.payoutsMinor),
    owed: major(statement.owedMinor),
    payable: major(statement.payableMinor),
    taxes: statement.taxes.map(({ name, rateBasisPoints, baseMinor, taxMinor }) => ({
      name,
      rate: rateBasisPoints / 100,
      base: major(baseMinor),
      amount: major(taxMinor),
    })),
    payments: payments.map(presentPayout),
  };
}

export function presentPayout(row: PayoutRow): Payout {
  return {
    id: row.id,
    vendor: { id: row.vendor_id, name: row.vendor_name },
    currency: row.currency,
    from: row.from_day,
    to: row.to_day,
    amount: toMajor(row.amount_minor, row.currency),
    paid_on: row.paid_on,
    reference: row.reference,
    recorded_by: row.recorded_by,
    created_at: row.created_at.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
    undo_reason: row.undo_reason,
  };
}
