import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { Alert, Button, Price } from 'shared-contracts/ui';
import styles from '../payment.module.css';
import type { PaymentEvents } from '../payment-provider';

export interface StripeFormProps extends PaymentEvents {
  /** Where a bank's own page sends the customer back to. */
  returnUrl: string;
}

/** The provider's fields and the one button that pays. Its card and validation errors are in red below. */
export function StripeForm({ price, returnUrl, onSent, onBusyChange }: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  const noteBusy = (isNowBusy: boolean) => {
    setBusy(isNowBusy);
    onBusyChange(isNowBusy);
  };
  const pay = async () => {
    if (!stripe || !elements) return;
    noteBusy(true);
    setMessage(undefined);
    try {
      const { error: invalid } = await elements.submit();
      if (invalid) return setMessage(invalid.message);
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (!error || isUncertain(error)) return onSent();
      setMessage(`${error.message ?? 'Payment did not go through.'} You were not charged. Try again.`);
    } catch (error) {
      console.warn('The provider did not respond', error);
      onSent();
    } finally {
      noteBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };

  return (
    <form className={styles.form} onSubmit={submit} aria-label="Payment">
      <div className={styles.fields}>
        <PaymentElement options={{ layout: 'tabs' }} />
      </div>
      {message && <Alert>{message}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="tall"
        wide
        busy={isBusy}
        disabled={!stripe || !elements}
        end={<Price size="button">{price}</Price>}
      >
        Pay
      </Button>
    </form>
  );
}

/** Only a refused card or field says for certain that nothing was charged; a second confirm of a paid intent fails too. */
function isUncertain({ type, payment_intent }: StripeError): boolean {
  const isPaid = payment_intent?.status === 'succeeded' || payment_intent?.status === 'processing';
  return isPaid || type === 'api_connection_error' || type === 'api_error';
}
