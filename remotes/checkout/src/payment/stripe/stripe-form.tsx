import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { FormEvent, ReactNode } from 'react';
import { Button, Price } from 'shared-contracts/ui';
import { t } from '../../words';
import styles from '../payment.module.css';
import type { Confirm } from './use-confirm';

/** Wallets have their own buttons above the form. */
const OPTIONS = { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } } as const;

export interface StripeFormProps {
  price: string;
  isBusy: boolean;
  /** Card errors, validation errors and other notices. They are below the button, so that the button stays under the finger. */
  notice: ReactNode;
  onReady: () => void;
  /** The fields could not be shown. */
  onBroken: (error: unknown) => void;
  onConfirm: Confirm['confirm'];
}

/** The provider's fields and the one button that pays. */
export function StripeForm({ price, isBusy, notice, onReady, onBroken, onConfirm }: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The Enter key submits even while the button is disabled.
    if (isBusy) return;
    void onConfirm(stripe, elements);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t('Payment')}>
      <div className={styles.fields}>
        <PaymentElement options={OPTIONS} onReady={onReady} onLoadError={({ error }) => onBroken(error)} />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="tall"
        wide
        busy={isBusy}
        disabled={!stripe || !elements}
        end={<Price size="button">{price}</Price>}
      >
        {t('Pay')}
      </Button>
      {notice}
    </form>
  );
}
