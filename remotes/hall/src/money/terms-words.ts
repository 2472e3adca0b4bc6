/** The terms of a hall in words. */
import type { HallTerms } from 'shared-contracts/types';
import { t } from '../words';
import { moneyFormatter } from './amounts.rules';
import { monthText } from './period.rules';

export const bearerText = ({ fees_borne_by }: HallTerms): string =>
  fees_borne_by === 'hall' ? t('The hall bears them.') : t('The stalls bear their part of them.');

export const estimateText = (terms: HallTerms): string =>
  t('Until the provider tells a fee, {percent} % and {amount} for each payment are booked as an estimate.', {
    percent: terms.fee_percent,
    amount: moneyFormatter(terms)(terms.fee_fixed),
  });

export function stallText(
  { commission_percent, rent, rent_from }: HallTerms['vendors'][number],
  terms: HallTerms,
): string {
  const commission = t('{percent} % commission', { percent: commission_percent });
  if (rent === 0 || rent_from === null) return commission;
  const amount = moneyFormatter(terms)(rent);
  return `${commission} · ${t('{amount} rent a month from {month}', { amount, month: monthText(rent_from) })}`;
}
