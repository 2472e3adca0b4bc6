import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useCallback, useEffect, useState } from 'react';
import { useEvent } from 'shared-contracts/events';
import { loadProviderScript } from '../provider-script';

/** By publishable key: each instance adds frames of its own. A failed attempt can be repeated. */
const instances = new Map<string, Promise<Stripe>>();

/** Loads Stripe's script, once a page. @throws Error if it does not arrive */
function stripeFor(key: string): Promise<Stripe> {
  const known = instances.get(key);
  if (known) return known;
  const stripe = startStripe(key).catch((error: unknown) => {
    instances.delete(key);
    throw error;
  });
  instances.set(key, stripe);
  return stripe;
}

async function startStripe(key: string): Promise<Stripe> {
  if (!('Stripe' in window)) await loadProviderScript('stripe');
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error('Stripe did not start.');
  return stripe;
}

export type LoadedStripe =
  | { state: 'loading' }
  | { state: 'ready'; stripe: Stripe }
  | { state: 'failed'; error: unknown };

/** Stripe's script for a venue's key. `retry` loads it again, and so does the return of the connection. */
export function useLoadedStripe(key: string): LoadedStripe & { retry: () => void } {
  const [loaded, setLoaded] = useState<LoadedStripe>({ state: 'loading' });
  useEffect(() => {
    if (loaded.state !== 'loading') return;
    let isGone = false;
    const take = (next: LoadedStripe) => (isGone ? undefined : setLoaded(next));
    stripeFor(key).then(
      (stripe) => take({ state: 'ready', stripe }),
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
