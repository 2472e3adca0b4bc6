import { useEffect, useRef } from 'react';
import { Alert } from 'shared-contracts/ui';
import type { PaymentEvents } from '../payment-provider';
import type { PaystackPop } from './paystack-script';

export interface PaystackWindowProps extends PaymentEvents {
  popup: PaystackPop;
  accessCode: string;
}

/** Opens the window once, and closes it with the step; the page behind it says where the customer is. */
export function PaystackWindow({ popup, accessCode, ...events }: PaystackWindowProps) {
  const current = useRef(events);
  current.current = events;

  useEffect(() => {
    let isGone = false;
    const tell = (report: (events: PaymentEvents) => void) => (isGone ? undefined : report(current.current));
    try {
      popup.resumeTransaction(accessCode, {
        // What it hands over is not trusted: the server knows which transaction it opened.
        onSuccess: () => tell(({ onSent }) => onSent()),
        onCancel: () => tell(({ onCancel }) => onCancel()),
        onError: (error) => tell(({ onBroken }) => onBroken(error)),
      });
    } catch (error) {
      tell(({ onBroken }) => onBroken(error));
    }
    return () => {
      isGone = true;
      // It covers the whole page, also the one that the back button leads to.
      popup.cancelTransaction('');
    };
  }, [popup, accessCode]);

  return (
    <Alert tone="info">
      Finish your payment of {events.price} in Paystack's window. You are not charged until you do.
    </Alert>
  );
}
