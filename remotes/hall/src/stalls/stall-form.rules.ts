/** The form of a stall: what it has to be sent, and what the page can say before. */
import type { DeliveryMethodType, HallStall, PaymentProvider, StallDetails } from 'shared-contracts/types';
import { t } from '../words';

export type StallForm = Omit<StallDetails, 'version' | 'subaccount_code' | 'stripe_account'> & {
  subaccount_code: string;
  stripe_account: string;
};
export type StallErrors = Partial<Record<string, string>>;

export const METHODS: readonly DeliveryMethodType[] = ['collect', 'table', 'room', 'address'];

export function formOf(stall: HallStall): StallForm {
  const { name, blurb, address_1, address_2, city, delivery_method_types, subaccount_code, stripe_account, texts } =
    stall;
  return {
    name,
    blurb,
    address_1,
    address_2,
    city,
    delivery_method_types,
    subaccount_code: subaccount_code ?? '',
    stripe_account: stripe_account ?? '',
    texts,
  };
}

/** The body that saves the form. An empty translation is left out. @param version of the stall that the form was filled from */
export function detailsOf(
  { texts, subaccount_code, stripe_account, ...form }: StallForm,
  version: string,
): StallDetails {
  const written = Object.entries(texts).flatMap(([language, own]) => {
    const filled = Object.entries(own).filter(([, text]) => text?.trim());
    return filled.length > 0 ? [[language, Object.fromEntries(filled)] as const] : [];
  });
  return {
    ...form,
    version,
    subaccount_code: subaccount_code.trim() || null,
    stripe_account: stripe_account.trim() || null,
    texts: Object.fromEntries(written),
  };
}

export function stallErrors(
  form: Pick<StallForm, 'name' | 'delivery_method_types' | 'subaccount_code'>,
  provider: PaymentProvider,
): StallErrors {
  return {
    ...(form.name.trim() === '' && { name: t('Name is required') }),
    ...(form.delivery_method_types.length === 0 && {
      delivery_method_types: t('Choose at least one way to receive an order.'),
    }),
    ...(provider === 'Paystack' &&
      form.subaccount_code.trim() === '' && {
        subaccount_code: t('Paystack pays each stall its own share, to its subaccount.'),
      }),
  };
}

/** Moves an id of the list by one. @param step -1 is up, 1 down */
export function moved(ids: readonly number[], id: number, step: -1 | 1): number[] {
  const from = ids.indexOf(id);
  const to = from + step;
  const next = [...ids];
  if (from < 0 || to < 0 || to >= ids.length) return next;
  next.splice(from, 1);
  next.splice(to, 0, id);
  return next;
}
