import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { useEvent } from 'shared-contracts/events';
import { language } from '../../words';
import { loadProviderScript } from '../provider-script';

interface Started {
  stripe: Stripe;
  LoadedForm: typeof import('./stripe-code').LoadedForm;
}

/** Instances by publishable key, because each one adds frames of its own. A failed attempt can be repeated. */
const instances = new Map<string, Promise<Started>>();

/** Loads Stripe's script and the form around it, once per page. @throws Error if one of them does not load */
function stripeFor(key: string): Promise<Started> {
  const known = instances.get(key);
  if (known) return known;
  const stripe = startStripe(key).catch((error: unknown) => {
    instances.delete(key);
    throw error;
  });
  instances.set(key, stripe);
  return stripe;
}

async function startStripe(key: string): Promise<Started> {
  const code = import('./stripe-code');
  const script = 'Stripe' in window ? undefined : loadProviderScript('stripe');
  const [{ loadStripe, LoadedForm }] = await Promise.all([code, script]);
  const stripe = await loadStripe(key, { locale: localeOfFields() });
  if (!stripe) throw new Error('Stripe did not start.');
  return { stripe, LoadedForm };
}

/** Returns the language of the page, or 'auto' if it is the device's too, since the device also knows the country's words. */
function localeOfFields(): StripeElementLocale {
  const ofDevice = new Intl.Locale(navigator.language).language;
  return ofDevice === language() ? 'auto' : (language() as StripeElementLocale);
}

export type LoadedStripe = { state: 'loading' } | ({ state: 'ready' } & Started) | { state: 'failed'; error: unknown };

/** Loads Stripe's script for a venue's key, and the form around it. `retry` and a restored connection load them again. */
export function useLoadedStripe(key: string): LoadedStripe & { retry: () => void } {
  const [loaded, setLoaded] = useState<LoadedStripe>({ state: 'loading' });
  useEffect(() => {
    if (loaded.state !== 'loading') return;
    let isGone = false;
    const take = (next: LoadedStripe) => (isGone ? undefined : setLoaded(next));
    stripeFor(key).then(
      (started) => take({ state: 'ready', ...started }),
      (error: unknown) => {
        console.warn('The payment form did not load', error);
        take({ state: 'failed', error });
      },
    );
    return () => {
      isGone = true;
    };
  }, [key, loaded.state]);

  const retry = useCallback(() => setLoaded((now) => (now.state === 'failed' ? { state: 'loading' } : now)), []);
  useEvent(
    'connection-changed',
    useCallback(({ isOnline }) => (isOnline ? retry() : undefined), [retry]),
  );
  return { ...loaded, retry };
}
