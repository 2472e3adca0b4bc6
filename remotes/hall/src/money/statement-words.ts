/** The texts of statements, written while rendering, when the translations are there. */
import type { Statement } from 'shared-contracts/types';
import { t } from '../words';
import type { LineName, StatementState } from './statement.rules';

export function stateName(state: StatementState): string {
  const names: Record<StatementState, string> = {
    nothing: t('Nothing to pay out'),
    owed: t('Owed'),
    'paid-out': t('Paid out'),
    owes: t('Owes the hall'),
  };
  return names[state];
}

export function lineName(name: LineName, { has_estimated_fees }: Pick<Statement, 'has_estimated_fees'>): string {
  const names: Record<LineName, string> = {
    carried_over: t('Carried over'),
    sales: t('Sales with tax'),
    tips: t('Tips'),
    refunds: t('Refunds'),
    commission: t('Commission'),
    rent: t('Rent'),
    fees: has_estimated_fees ? t('Provider’s fees, estimated') : t('Provider’s fees'),
    disputes: t('Disputes'),
    transfers: t('Paid by the provider'),
    corrections: t('Corrections'),
    payouts: t('Paid out on these days'),
  };
  return names[name];
}
