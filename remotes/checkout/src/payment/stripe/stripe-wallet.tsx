import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import styles from '../payment.module.css';
import type { Confirm } from './use-confirm';

export interface StripeWalletProps {
  /** Undefined until Stripe has looked for one. */
  hasWallet: boolean | undefined;
  isBusy: boolean;
  onReady: (hasWallet: boolean) => void;
  onConfirm: Confirm['confirm'];
  onCancel: () => void;
}

/** The wallets of the browser, such as Apple Pay and Google Pay, in Stripe's own element. Hidden if there is none. */
export function StripeWallet({ hasWallet, isBusy, onReady, onConfirm, onCancel }: StripeWalletProps) {
  const stripe = useStripe();
  const elements = useElements();
  return (
    <div hidden={hasWallet === false} inert={isBusy} className={styles.wallet}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => onReady(availablePaymentMethods !== undefined)}
        onLoadError={() => onReady(false)}
        onConfirm={(event) => void onConfirm(stripe, elements, () => event.paymentFailed({ reason: 'fail' }))}
        onCancel={onCancel}
      />
      <p className={styles.or}>or pay by card</p>
    </div>
  );
}
