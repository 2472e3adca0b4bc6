/** Brings the provider's own script from the address in config.json, once; a failed attempt can be repeated. */
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { site } from 'shared-contracts/site';

let script: Promise<void> | undefined;

function loadScript(): Promise<void> {
  const address = site().scripts.stripe;
  if (!address) return Promise.reject(new Error('config.json names no script for Stripe.'));
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = address;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      script = undefined;
      reject(new Error(`The payment script did not load from ${address}.`));
    };
    document.head.append(element);
  });
  return script;
}

/** @throws when the script cannot be loaded */
export async function stripeFor(publishableKey: string): Promise<Stripe> {
  if (!('Stripe' in window)) await loadScript();
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('Stripe did not start.');
  return stripe;
}
