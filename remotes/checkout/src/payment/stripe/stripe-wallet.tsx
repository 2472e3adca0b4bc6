import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../payment.module.css';
import type { Confirm } from './use-confirm';

export interface StripeWalletProps extends Pick<Confirm, 'cancelled' | 'confirm' | 'outdated'> {
  /** Minor units; what a sheet shows that is opened now. */
  amount: number;
  /** Undefined until Stripe has looked for one. */
  hasWallet: boolean | undefined;
  isBusy: boolean;
  onReady: (hasWallet: boolean) => void;
  /** The sheet opens. */
  onOpen: () => void;
  /** A try with the wallet is over. */
  onEnd: () => void;
  /** How many of them are. */
  ended: number;
  /** Why the last one did not go through; below the button that was pressed. */
  notice: ReactNode;
}

/** The wallets of the browser, such as Apple Pay and Google Pay, in Stripe's own element. Hidden if there is none. */
export function StripeWallet({
  amount,
  hasWallet,
  isBusy,
  onReady,
  confirm,
  cancelled,
  outdated,
  onOpen,
  onEnd,
  ended,
  notice,
}: StripeWalletProps) {
  const stripe = useStripe();
  const elements = useElements();
  const said = useRef<HTMLDivElement>(null);
  /** The cart may change behind an open sheet, which goes on showing what it was opened with. */
  const agreed = useRef(amount);

  // The sheet leaves the focus nowhere, and on a phone the notice may be below the window.
  useEffect(() => {
    if (ended === 0 || !said.current?.hasChildNodes()) return;
    said.current.focus({ preventScroll: true });
    said.current.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [ended]);

  return (
    <div hidden={hasWallet === false} inert={isBusy} className={styles.wallet}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => onReady(availablePaymentMethods !== undefined)}
        onLoadError={() => onReady(false)}
        onClick={({ resolve }) => {
          agreed.current = amount;
          onOpen();
          resolve();
        }}
        onConfirm={(event) => {
          const fail = () => event.paymentFailed({ reason: 'fail' });
          if (agreed.current === amount) return void confirm(stripe, elements, fail).then(onEnd);
          fail();
          outdated();
          onEnd();
        }}
        onCancel={() => {
          cancelled();
          onEnd();
        }}
      />
      <div ref={said} tabIndex={-1} className={styles.said}>
        {notice}
      </div>
      <p className={styles.or}>or pay by card</p>
    </div>
  );
}
