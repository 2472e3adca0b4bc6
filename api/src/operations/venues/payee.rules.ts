/** The account of a stall at the hall's provider, to which the provider pays the stall's part of a payment. */
import { invalid } from 'core/errors';
import type { PaymentProvider } from 'shared-contracts/types';
import { t } from '../../words';

export interface Payee {
  /** Paystack splits each payment, so each stall has a subaccount. */
  subaccount_code?: string | null | undefined;
  /** Stripe transfers after a payment. A stall without an account is paid by the hall. */
  stripe_account?: string | null | undefined;
}

/** @throws ApiError 422 if the provider needs an account that the stall lacks, or another provider has the one that it names */
export function refusePayee(provider: PaymentProvider, { subaccount_code, stripe_account }: Payee): void {
  if (provider === 'Paystack' && !subaccount_code) {
    const message = t(
      'A stall of a Paystack venue needs the code of its subaccount: each stall is paid its own share.',
    );
    throw invalid({ subaccount_code: [message] });
  }
  if (provider !== 'Stripe' && stripe_account) {
    throw invalid({ stripe_account: [t('Only a hall of Stripe transfers to the accounts of its stalls.')] });
  }
}
