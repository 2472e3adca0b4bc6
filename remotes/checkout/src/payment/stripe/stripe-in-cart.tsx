import type { Stripe } from '@stripe/stripe-js';
import { useState } from 'react';
import { toMinor } from 'shared-contracts/rules/money';
import { Button, cx, useDelayed } from 'shared-contracts/ui';
import styles from '../payment.module.css';
import { notStartedNotice, SLOW_FORM, SLOW_MS } from '../payment.rules';
import { PaymentNotice } from '../payment-notice';
import type { FormInCartProps } from '../payment-provider';
import { PaymentSkeleton } from '../payment-skeleton';
import { useLoadedStripe } from './load-stripe';
import { StripeElements } from './stripe-elements';
import { StripeForm } from './stripe-form';
import { StripeWallet } from './stripe-wallet';
import { useConfirm } from './use-confirm';

/** Stripe's form, open with the cart. Its place is as high from the start, so that nothing moves when the fields come. */
export function StripeInCart(props: FormInCartProps) {
  const loaded = useLoadedStripe(props.publishableKey);
  const [broken, setBroken] = useState<unknown>();
  if (loaded.state === 'failed') return <NotOpened error={loaded.error} onRetry={loaded.retry} />;
  if (broken !== undefined) return <NotOpened error={broken} onRetry={() => setBroken(undefined)} />;
  if (loaded.state === 'loading') return <Opening />;
  return <LoadedForm stripe={loaded.stripe} onBroken={setBroken} {...props} />;
}

function NotOpened({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <PaymentNotice {...notStartedNotice(error)} />
      <Button variant="primary" size="tall" wide onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}

interface LoadedFormProps extends FormInCartProps {
  stripe: Stripe;
  /** The fields could not be shown. */
  onBroken: (error: unknown) => void;
}

function LoadedForm({ stripe, onBroken, ...props }: LoadedFormProps) {
  const [isFormReady, setFormReady] = useState(false);
  /** Undefined until Stripe has looked for one. */
  const [hasWallet, setHasWallet] = useState<boolean>();
  const { notice, confirm, cancelled } = useConfirm(props);
  const { cart, isBusy } = props;
  const amount = toMinor(cart.total, cart.currency);
  const isReady = isFormReady && hasWallet !== undefined;
  return (
    <div className={styles.stacked}>
      {!isReady && <Opening />}
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
            onBroken={onBroken}
            onConfirm={confirm}
            notice={notice ? <PaymentNotice {...notice} /> : props.notice}
          />
        </StripeElements>
      </div>
    </div>
  );
}

/** The place of the form; after a while it says what it waits for. */
function Opening() {
  const isSlow = useDelayed(SLOW_MS);
  return (
    <div className={styles.payment}>
      <PaymentSkeleton />
      {isSlow && <PaymentNotice {...SLOW_FORM} />}
    </div>
  );
}
