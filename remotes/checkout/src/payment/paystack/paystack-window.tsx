import { useEffect, useRef } from 'react';
import { Alert } from 'shared-contracts/ui';
import { rich } from '../../words';
import type { PaymentEvents } from '../payment-provider';
import { openPaystack, type PaystackPop } from './paystack-script';

export interface PaystackWindowProps extends PaymentEvents {
  popup: PaystackPop;
  accessCode: string;
}

/** Opens the window once and closes it when the step ends. The page behind it says what is going on. */
export function PaystackWindow({ popup, accessCode, ...events }: PaystackWindowProps) {
  const current = useRef(events);
  current.current = events;

  useEffect(
    () =>
      openPaystack(popup, accessCode, {
        // Its argument is not trusted: the server knows which transaction it opened.
        onSuccess: () => current.current.onSent(),
        onCancel: () => current.current.onCancel(),
        onError: (error) => current.current.onBroken(error),
      }),
    [popup, accessCode],
  );

  return (
    <Alert tone="info">
      {rich("Finish your payment of <price>{amount}</price> in Paystack's window. You are not charged until you do.", {
        amount: events.price,
        price: (amount) => (
          <span key="price" translate="no">
            {amount}
          </span>
        ),
      })}
    </Alert>
  );
}
