import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useState } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import styles from './payment.module.css';

export interface StripeFormProps {
  /** What is charged, as text. */
  price: string;
  /** Where a bank's own page sends the visitor back to. */
  returnUrl: string;
  /** The provider took the payment; whether it was paid is then asked of our server. */
  onConfirmed: (intentId: string) => void;
}

/** The provider's fields and the one button that pays. Its card and validation errors stand in red below. */
export function StripeForm({ price, returnUrl, onConfirmed }: StripeFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  const pay = async () => {
    if (!stripe || !elements) return;
    setBusy(true);
    setMessage(undefined);
    try {
      const { error: invalid } = await elements.submit();
      if (invalid) return setMessage(invalid.message);
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (paymentIntent) return onConfirmed(paymentIntent.id);
      setMessage(`${error?.message ?? 'Payment did not go through.'} You were not charged. Try again.`);
    } catch (error) {
      console.warn('The provider did not answer', error);
      setMessage('The payment provider did not answer. Try again: you will not be charged twice.');
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };

  return (
    <form className={styles.payment} onSubmit={submit} aria-label="Payment">
      <PaymentElement options={{ layout: 'tabs' }} />
      {message && <Alert>{message}</Alert>}
      <Button
        type="submit"
        variant="primary"
        size="tall"
        wide
        busy={isBusy}
        disabled={!stripe || !elements}
        end={<span>{price}</span>}
      >
        Pay
      </Button>
    </form>
  );
}
