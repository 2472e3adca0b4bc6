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
  /** The element leaves the page with its sheet open. */
  onTakenAway: () => void;
  /** Below its button. */
  children: ReactNode;
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
  onTakenAway,
  children,
}: StripeWalletProps) {
  const stripe = useStripe();
  const elements = useElements();
  /** The cart may change behind an open sheet, which goes on showing what it was opened with. */
  const agreed = useRef(amount);

  const isSheetOpen = useRef(false);
  const latest = useRef(onTakenAway);
  latest.current = onTakenAway;
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Who leaves the page closes the sheet as well, and knows why.
      if (isSheetOpen.current && window.location.pathname === pathname) latest.current();
    };
  }, []);

  return (
    <div hidden={hasWallet === false} inert={isBusy} className={styles.wallet}>
      <ExpressCheckoutElement
        onReady={({ availablePaymentMethods }) => onReady(availablePaymentMethods !== undefined)}
        onLoadError={() => onReady(false)}
        onClick={({ resolve }) => {
          agreed.current = amount;
          isSheetOpen.current = true;
          onOpen();
          resolve();
        }}
        onConfirm={(event) => {
          isSheetOpen.current = false;
          const fail = () => event.paymentFailed({ reason: 'fail' });
          if (agreed.current === amount) return void confirm(stripe, elements, fail).then(onEnd);
          fail();
          outdated();
          onEnd();
        }}
        onCancel={() => {
          isSheetOpen.current = false;
          cancelled();
          onEnd();
        }}
      />
      {children}
      <p className={styles.or}>or pay by card</p>
    </div>
  );
}
