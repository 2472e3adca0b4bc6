import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type ReactNode, useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

export interface StripeElementsProps {
  stripe: Stripe;
  /** The amount in Stripe's smallest unit. */
  amount: number;
  /** ISO code. */
  currency: string;
  children: ReactNode;
}

/**
 * Provides Stripe's fields before a payment exists. They receive the amount of the cart and its changes, and the theme of the page,
 * because our design tokens do not reach into their frame.
 */
export function StripeElements({ stripe, amount, currency, children }: StripeElementsProps) {
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  return (
    <Elements
      stripe={stripe}
      options={{ mode: 'payment', amount, currency: currency.toLowerCase(), appearance: { theme } }}
    >
      {children}
    </Elements>
  );
}

/** The page follows the device, unless `data-theme` says otherwise. */
function readTheme(): 'stripe' | 'night' {
  const chosen = document.documentElement.dataset.theme;
  const isDark = chosen ? chosen === 'dark' : window.matchMedia(DARK).matches;
  return isDark ? 'night' : 'stripe';
}

function onThemeChange(listener: () => void): () => void {
  const device = window.matchMedia(DARK);
  const chosen = new MutationObserver(listener);
  device.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    device.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
