import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { toMinor } from 'shared-contracts/rules/money';
import { Button, cx, Skeleton, SkeletonBlock, useDelayed } from 'shared-contracts/ui';
import styles from '../payment.module.css';
import { notStartedNotice, SLOW_FORM, SLOW_MS } from '../payment.rules';
import { PaymentNotice } from '../payment-notice';
import type { FormInCartProps } from '../payment-provider';
import { useLoadedStripe } from './load-stripe';
import { StripeElements } from './stripe-elements';
import { StripeForm } from './stripe-form';
import { StripeWallet } from './stripe-wallet';
import { useConfirm } from './use-confirm';

/** Stripe's form, open with the cart. Its place is as high from the start, so that nothing moves when the fields come. */
export function StripeInCart(props: FormInCartProps) {
  const loaded = useLoadedStripe(props.publishableKey);
  if (loaded.state === 'failed') {
    return (
      <>
        <PaymentNotice {...notStartedNotice(loaded.error)} />
        <Button variant="primary" size="tall" wide onClick={loaded.retry}>
          Try again
        </Button>
      </>
    );
  }
  if (loaded.state === 'loading') return <FormSkeleton />;
  return <LoadedForm stripe={loaded.stripe} {...props} />;
}

function LoadedForm({ stripe, ...props }: FormInCartProps & { stripe: Stripe }) {
  const [isFormReady, setFormReady] = useState(false);
  /** Undefined until Stripe has looked for one. */
  const [hasWallet, setHasWallet] = useState<boolean>();
  const { notice, confirm, cancelled } = useConfirm(props);
  const { cart, isBusy } = props;
  const amount = toMinor(cart.total, cart.currency);
  const isReady = isFormReady && hasWallet !== undefined;
  return (
    <div className={styles.stacked}>
      {!isReady && <FormSkeleton />}
      <div className={cx(styles.form, styles.inCart, !isReady && styles.unready)}>
        {/* Elements of its own: what is confirmed is then the wallet or the card, and never the other. */}
        <StripeElements stripe={stripe} amount={amount} currency={cart.currency}>
          <StripeWallet
            hasWallet={hasWallet}
            isBusy={isBusy}
            onReady={setHasWallet}
            onConfirm={confirm}
            onCancel={cancelled}
          />
        </StripeElements>
        <StripeElements stripe={stripe} amount={amount} currency={cart.currency}>
          <StripeForm
            price={props.price}
            isBusy={isBusy}
            onReady={() => setFormReady(true)}
            onConfirm={confirm}
            notice={notice ? <PaymentNotice {...notice} /> : props.notice}
          />
        </StripeElements>
      </div>
    </div>
  );
}

function FormSkeleton() {
  const isSlow = useDelayed(SLOW_MS);
  return (
    <div className={cx(styles.payment, styles.inCart)}>
      <Skeleton label="Opening the payment form…" className={styles.form}>
        <SkeletonBlock shape="button" />
        <SkeletonBlock shape="button" />
        <SkeletonBlock shape="button" />
      </Skeleton>
      {isSlow && <PaymentNotice {...SLOW_FORM} />}
    </div>
  );
}
