import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { formatMajor, toMinor } from 'shared-contracts/rules/money';
import { Alert, Button, cx, Skeleton, SkeletonBlock, useDelayed } from 'shared-contracts/ui';
import type { ShownCart } from '../cart/latest-cart.rules';
import { t } from '../words';
import { PayButton } from './pay-button';
import styles from './payment.module.css';
import { SLOW_MS, unknownNotice } from './payment.rules';
import { PaymentNotice } from './payment-notice';
import type { PaymentProvider } from './payment-provider';
import type { PaymentStep } from './payment-state';
import { type PaymentFlow as Flow, usePayment } from './use-payment';

export interface PaymentFlowProps {
  provider: PaymentProvider;
  cart: ShownCart;
  publishableKey: string;
  /** Replaces the Pay button or form while no payment runs. */
  gate?: ReactNode;
}

/** Names the payment section for a screen reader, step by step. */
function stepName(at: PaymentStep['at']): string {
  switch (at) {
    case 'rest':
      return t('Payment');
    case 'starting':
      return t('Opening the payment form');
    case 'open':
      return t('Payment form');
    case 'finishing':
      return t('Finishing your payment');
    case 'unknown':
      return t('Payment not confirmed');
  }
}

/** Shows a payment with any provider, from the Pay button to its end. Each step has its own view. */
export function PaymentFlow({ provider, cart, publishableKey, gate }: PaymentFlowProps) {
  const flow = usePayment(provider, cart, publishableKey);
  const { FormInCart } = provider;
  const isFormInCart = FormInCart !== undefined && isInForm(flow.step) && !(gate && flow.step.at === 'rest');
  // The form in the cart stays while a payment opens, so the customer sees these as one step.
  const at = isFormInCart ? 'rest' : flow.step.at;
  const { section, noteFocus } = useFocusOnStep(at, flow.step, isFormInCart);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; some steps have none.
    <div ref={section} tabIndex={-1} role="group" aria-label={stepName(at)} className={styles.payment}>
      {isFormInCart ? (
        <>
          {/* This is above the form, so that it reads the focus while the form is still on the page. */}
          <End onEnd={noteFocus} />
          <FormInCart
            cart={cart}
            publishableKey={publishableKey}
            price={priceOf(cart)}
            isBusy={flow.step.at !== 'rest'}
            notice={<NoticeInForm flow={flow} />}
            onPay={flow.start}
            onSent={flow.confirmed}
            onDeclined={flow.declined}
            onTakenAway={flow.takenAway}
          />
        </>
      ) : (
        <Step flow={flow} cart={cart} gate={gate} />
      )}
    </div>
  );
}

/** Calls `onEnd` when it leaves the page. */
function End({ onEnd }: { onEnd: () => void }) {
  useLayoutEffect(() => onEnd, [onEnd]);
  return null;
}

/** The form stays for a bank's question that is still open after the cart has changed. */
function isInForm(step: PaymentStep): boolean {
  if (step.at === 'finishing') return step.reason === 'cart-changed';
  return step.at !== 'unknown';
}

function priceOf(cart: ShownCart): string {
  return formatMajor(cart.total, cart.currency, cart.currency_symbol);
}

function NoticeInForm({ flow: { step, cancel } }: { flow: Flow }) {
  if (step.at === 'rest') return step.notice && <PaymentNotice {...step.notice} />;
  if (step.at === 'finishing') return <Alert tone="info">{t('Checking your payment…')}</Alert>;
  return step.at === 'starting' && <SlowStart onCancel={cancel} />;
}

function Step({ flow, cart, gate }: { flow: Flow; cart: ShownCart; gate: ReactNode }) {
  const { step } = flow;
  switch (step.at) {
    case 'rest':
      return (
        <>
          {gate ?? (
            <PayButton
              amount={toMinor(cart.total, cart.currency)}
              currency={cart.currency}
              symbol={cart.currency_symbol}
              onPay={() => void flow.start()}
            />
          )}
          {/* The notice is below the button, so that the button stays under the finger. */}
          {step.notice && <PaymentNotice {...step.notice} />}
        </>
      );
    case 'starting':
      return <Starting onCancel={flow.cancel} />;
    case 'open':
      return (
        <>
          {step.payment.form?.({
            price: priceOf(cart),
            onSent: flow.sent,
            onCancel: flow.cancel,
            onBroken: flow.broken,
            onBusyChange: flow.setBusy,
          })}
          <Button variant="plain" wide onClick={flow.cancel} disabled={step.isBusy}>
            {t('Cancel payment')}
          </Button>
        </>
      );
    case 'finishing':
      return <Finishing key={step.reason} isWaitedFor={step.reason === 'sent'} />;
    case 'unknown':
      return (
        <>
          <PaymentNotice {...unknownNotice(cart.paymentId)} />
          <Button variant="primary" wide onClick={flow.checkAgain}>
            {t('Check again')}
          </Button>
          <Button wide to="/queues">
            {t('View Orders')}
          </Button>
        </>
      );
  }
}

/**
 * The pressed button leaves the page with its step, so the focus moves to the next step, and a screen reader reads it. The focus also
 * moves if the form disappears while it has the focus, or with a new notice. It does not move if a page that was just opened looks up an
 * earlier payment, or if a customer who is elsewhere on the page has read the notice before.
 *
 * The page scrolls to the step without animation. The smooth scrolling of a focus would move the step's buttons under a finger.
 */
function useFocusOnStep(at: PaymentStep['at'], step: PaymentStep, isFormInCart: boolean) {
  const section = useRef<HTMLDivElement>(null);
  const before = useRef({ at, step });
  const hadFocus = useRef(false);
  const noteFocus = useCallback(() => {
    hadFocus.current = section.current?.contains(document.activeElement) ?? false;
  }, []);
  useLayoutEffect(() => {
    const earlier = before.current;
    before.current = { at, step };
    const isUnasked = 'reason' in earlier.step && earlier.step.reason === 'left';
    const isNews = step !== earlier.step || hadFocus.current;
    hadFocus.current = false;
    const isTakenAway =
      !isFormInCart &&
      isNews &&
      document.activeElement === document.body &&
      'notice' in step &&
      step.notice !== undefined;
    if ((at === earlier.at && !isTakenAway) || isUnasked) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [at, step, isFormInCart]);
  return { section, noteFocus };
}

function Starting({ onCancel }: { onCancel: () => void }) {
  return (
    <div className={cx(styles.payment, styles.opening)}>
      <Skeleton label={t('Opening the payment form…')} className={styles.form}>
        <SkeletonBlock shape="button" />
        <SkeletonBlock shape="button" />
        <SkeletonBlock shape="button" />
      </Skeleton>
      <SlowStart onCancel={onCancel} />
    </div>
  );
}

/** Renders nothing for the first seconds, then says what the screen waits for. */
function SlowStart({ onCancel }: { onCancel: () => void }) {
  const isSlow = useDelayed(SLOW_MS);
  if (!isSlow) return null;
  return (
    <>
      <PaymentNotice
        tone="info"
        title={t('The payment provider is slow to respond')}
        text={t('You were not charged. It may take a little longer. You can also cancel and try again later.')}
      />
      <Button variant="plain" wide onClick={onCancel}>
        {t('Cancel payment')}
      </Button>
    </>
  );
}

function Finishing({ isWaitedFor }: { isWaitedFor: boolean }) {
  const isSlow = useDelayed(SLOW_MS);
  if (!isWaitedFor) return <Alert tone="info">{t('Checking your payment…')}</Alert>;
  if (!isSlow) {
    return (
      <Alert tone="info">{t('Finishing your payment. Please keep this page open. It takes a few seconds.')}</Alert>
    );
  }
  return (
    <div className={styles.payment}>
      <PaymentNotice
        tone="info"
        title={t('Your payment is taking longer than usual')}
        text={t(
          'The provider has it and may be charging you now. Do not pay again. You can close this page: your orders will be placed automatically once it goes through.',
        )}
      />
      <Button wide to="/queues">
        {t('View Orders')}
      </Button>
    </div>
  );
}
