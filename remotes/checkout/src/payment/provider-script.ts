/** Loads a provider's own script from its address in config.json, once per page. A failed attempt can be repeated. */
import { site } from 'shared-contracts/site';

const scripts = new Map<string, Promise<void>>();

/** @throws Error if config.json names no script or it does not load */
export function loadProviderScript(name: 'stripe' | 'paystack'): Promise<void> {
  const addresses: { stripe?: string | undefined; paystack?: string | undefined } = site().scripts;
  const address = addresses[name];
  if (!address) return Promise.reject(new Error(`config.json names no script for ${name}.`));
  const known = scripts.get(address);
  if (known) return known;
  const script = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = address;
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      scripts.delete(address);
      reject(new Error(`The payment script did not load from ${address}.`));
    };
    document.head.append(element);
  });
  scripts.set(address, script);
  return script;
}
