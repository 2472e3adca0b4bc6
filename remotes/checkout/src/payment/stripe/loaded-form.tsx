import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { toMinor } from 'shared-contracts/rules/money';
import { toStripeAmount } from 'shared-contracts/rules/stripe-amounts';
import { cx } from 'shared-contracts/ui';
import styles from '../payment.module.css';
import { PaymentNotice } from '../payment-notice';
import type { FormInCartProps } from '../payment-provider';
import { Opening } from './opening';
import { OutcomeNotice } from './outcome-notice';
import { StripeElements } from './stripe-elements';
import { StripeForm } from './stripe-form';
import { StripeWallet } from './stripe-wallet';
import { useConfirm } from './use-confirm';

export interface LoadedFormProps extends FormInCartProps {
  stripe: Stripe;
  /** The fields could not be shown. */
  onBroken: (error: unknown) => void;
}

/** How long the card fields wait for the look-up of wallets, in milliseconds. */
const WALLET_PATIENCE_MS = 3000;

/** Shows the wallets and the card fields after Stripe's script has loaded. */
export function LoadedForm({ stripe, onBroken, ...props }: LoadedFormProps) {
  const [isFormReady, setFormReady] = useState(false);
  /** Undefined until Stripe has looked for a wallet. */
  const [hasWallet, setHasWallet] = useState<boolean>();
  const { notice, isSending, confirm, cancelled, outdated } = useConfirm(props);
  const [isByWallet, setByWallet] = useState(false);
  const [ended, setEnded] = useState(0);
  const end = () => setEnded((times) => times + 1);
  const { cart } = props;
  // The form is busy even if the cart changed and the page no longer waits, because a second payment could be charged too.
  const isBusy = props.isBusy || isSending;
  const amount = toStripeAmount(toMinor(cart.total, cart.currency), cart.currency);
  // A wallet that is found later is not shown, so that nothing moves.
  const onWalletLookup = (has: boolean) => setHasWallet((known) => known ?? has);
  const isLookingUp = isFormReady && hasWallet === undefined;
  useEffect(() => {
    if (!isLookingUp) return;
    const timer = setTimeout(() => setHasWallet(false), WALLET_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLookingUp]);
  const isReady = isFormReady && hasWallet !== undefined;
  const shownNotice = notice ? <PaymentNotice {...notice} /> : props.notice;
  return (
    <div className={styles.stacked}>
      {!isReady && <Opening />}
      <div className={cx(styles.form, styles.inCart, !isReady && styles.unready)}>
        {/* The wallet and the card each have their own elements, so that a confirmation can only mean one of them. */}
        <StripeElements stripe={stripe} amount={amount} currency={cart.currency}>
          <StripeWallet
            amount={amount}
            hasWallet={hasWallet}
            isBusy={isBusy}
            onReady={onWalletLookup}
            confirm={confirm}
            cancelled={cancelled}
            outdated={outdated}
            onOpen={() => setByWallet(true)}
            onEnd={end}
            onTakenAway={props.onTakenAway}
          >
            <OutcomeNotice ended={ended}>{isByWallet && shownNotice}</OutcomeNotice>
          </StripeWallet>
        </StripeElements>
        <StripeElements stripe={stripe} amount={amount} currency={cart.currency}>
          <StripeForm
            price={props.price}
            isBusy={isBusy}
            onReady={() => setFormReady(true)}
            onBroken={onBroken}
            onConfirm={(...form) => {
              setByWallet(false);
              return confirm(...form).then(() => {
                if (document.activeElement === document.body) end();
              });
            }}
            notice={<OutcomeNotice ended={ended}>{!isByWallet && shownNotice}</OutcomeNotice>}
          />
        </StripeElements>
      </div>
    </div>
  );
}
