/** The texts of the ledger, written while rendering, when the translations are there. */
import type { LedgerCheck, LedgerEntry } from 'shared-contracts/types';
import { t } from '../words';
import type { LedgerCause } from './ledger.rules';

export function causeName(cause: LedgerCause): string {
  const names: Record<LedgerCause, string> = {
    payment: t('Payment'),
    refund: t('Refund of a payment'),
    fee: t('Provider’s fee'),
    dispute: t('Dispute'),
    transfer: t('Transfer by the provider'),
    rent: t('Rent'),
    payout: t('Payout'),
    correction: t('Correction'),
  };
  return names[cause];
}

/** Names an account. One of a stall has the stall's name. */
export function accountName({ account, vendor }: LedgerEntry['postings'][number]): string {
  if (vendor !== null) return account === 'tips' ? t('Tips of {name}', { name: vendor.name }) : vendor.name;
  const names: Record<string, string> = {
    provider: t('Payment provider'),
    fees: t('Provider’s fees'),
    disputes: t('Disputes'),
    hall: t('Hall'),
    tax: t('Tax on the service charge'),
    buyers: t('To be given back to buyers'),
    payouts: t('Payouts'),
  };
  return names[account] ?? account;
}

export function postingName(line: string): string {
  const names: Record<string, string> = {
    received: t('Received'),
    refunded: t('Refunded'),
    returned: t('Bought nothing'),
    sales: t('Sales with tax'),
    tip: t('Tip'),
    service_charge: t('Service charge'),
    tax: t('Tax'),
    commission: t('Commission'),
    fee: t('Fee'),
    dispute: t('Dispute'),
    rent: t('Rent'),
    transfer: t('Transfer'),
    payout: t('Payout'),
    correction: t('Correction'),
  };
  return names[line] ?? line;
}

/** Names what a difference of the check is about. */
export function differenceName(kind: LedgerCheck['data'][number]['kind']): string {
  const names: Record<typeof kind, string> = {
    entry: t('Entry that does not add up to 0'),
    payment: t('Payment'),
    sales: t('Sales'),
    refund: t('Refund of a payment'),
    fee: t('Provider’s fee'),
    dispute: t('Dispute'),
    transfer: t('Transfer'),
    payout: t('Payout'),
    provider: t('Provider’s own books'),
  };
  return names[kind];
}
