import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../words';
import styles from '../payment.module.css';
import type { Confirm } from './use-confirm';

export interface StripeWalletProps extends Pick<Confirm, 'cancelled' | 'confirm' | 'outdated'> {
  /** The amount that a newly opened sheet shows, in minor units. */
  amount: number;
  /** Undefined until Stripe has looked for a wallet. */
  hasWallet: boolean | undefined;
  isBusy: boolean;
  onReady: (hasWallet: boolean) => void;
  /** The sheet opens. */
  onOpen: () => void;
  /** A try with the wallet is over. */
  onEnd: () => void;
  /** The element leaves the page with its sheet open. */
  onTakenAway: () => void;
  /** The content below the wallet's button. */
  children: ReactNode;
}

/** Shows the wallets of the browser, such as Apple Pay and Google Pay, in Stripe's own element. It is hidden if there is none. */
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
  /** The amount that the open sheet shows. The cart may change behind it. */
  const agreed = useRef(amount);

  const isSheetOpen = useRef(false);
  const latest = useRef(onTakenAway);
  latest.current = onTakenAway;
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // A customer who leaves the page closes the sheet too, and needs no notice.
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
      <p className={styles.or}>{t('or pay by card')}</p>
    </div>
  );
}
