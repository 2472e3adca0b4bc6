import { useState } from 'react';
import { Button } from 'shared-contracts/ui';
import { t } from '../../words';
import { notStartedNotice } from '../payment.rules';
import { PaymentNotice } from '../payment-notice';
import type { FormInCartProps } from '../payment-provider';
import { useLoadedStripe } from './load-stripe';
import { Opening } from './opening';

/** Shows Stripe's form in the cart. Its box has the full height from the start, so that nothing moves when the fields appear. */
export function StripeInCart(props: FormInCartProps) {
  const loaded = useLoadedStripe(props.publishableKey);
  const [broken, setBroken] = useState<unknown>();
  if (loaded.state === 'failed') return <NotOpened error={loaded.error} onRetry={loaded.retry} />;
  if (broken !== undefined) return <NotOpened error={broken} onRetry={() => setBroken(undefined)} />;
  if (loaded.state === 'loading') return <Opening />;
  const { stripe, LoadedForm } = loaded;
  return <LoadedForm stripe={stripe} onBroken={setBroken} {...props} />;
}

function NotOpened({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <PaymentNotice {...notStartedNotice(error)} />
      <Button variant="primary" size="tall" wide onClick={onRetry}>
        {t('Try again')}
      </Button>
    </>
  );
}
