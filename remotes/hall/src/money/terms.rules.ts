/** The forms of the terms: what they are filled with, what is wrong with them, and what is sent. */
import { decimalOf, toMinor } from 'shared-contracts/rules/money';
import type { HallTerms, VendorTerms, VenueTerms } from 'shared-contracts/types';
import { t } from '../words';
import { amountError, parseNumber, percentError } from './amounts.rules';

export type Errors = Partial<Record<string, string>>;

/** The terms of a stall as they are typed. */
export interface StallTermsForm {
  commission_percent: string;
  rent: string;
  /** A day, or empty. */
  rent_from: string;
}

/** The hall's terms as they are typed. */
export interface FeeTermsForm {
  fees_borne_by: VenueTerms['fees_borne_by'];
  fee_percent: string;
  fee_fixed: string;
}

const amountText = (amount: number, currency: string): string => decimalOf(toMinor(amount, currency), currency);

export const stallForm = (terms: VendorTerms, currency: string): StallTermsForm => ({
  commission_percent: String(terms.commission_percent),
  rent: amountText(terms.rent, currency),
  rent_from: terms.rent_from ?? '',
});

export const feeForm = ({ fees_borne_by, fee_percent, fee_fixed, currency }: HallTerms): FeeTermsForm => ({
  fees_borne_by,
  fee_percent: String(fee_percent),
  fee_fixed: amountText(fee_fixed, currency),
});

const onlyErrors = (errors: Record<string, string | undefined>): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));

export function stallErrors(form: StallTermsForm, currency: string): Errors {
  const hasRent = (parseNumber(form.rent) ?? 0) > 0;
  return onlyErrors({
    commission_percent: percentError(form.commission_percent),
    rent: amountError(form.rent, currency),
    rent_from: hasRent && form.rent_from === '' ? t('Choose the first month with rent.') : undefined,
  });
}

export const feeErrors = (form: FeeTermsForm, currency: string): Errors =>
  onlyErrors({ fee_percent: percentError(form.fee_percent), fee_fixed: amountError(form.fee_fixed, currency) });

/** The body that saves the form, which has no errors. */
export const stallTerms = (form: StallTermsForm): VendorTerms => ({
  commission_percent: parseNumber(form.commission_percent) ?? 0,
  rent: parseNumber(form.rent) ?? 0,
  rent_from: form.rent_from || null,
});

/** The body that saves the form, which has no errors. */
export const feeTerms = (form: FeeTermsForm): VenueTerms => ({
  fees_borne_by: form.fees_borne_by,
  fee_percent: parseNumber(form.fee_percent) ?? 0,
  fee_fixed: parseNumber(form.fee_fixed) ?? 0,
});
