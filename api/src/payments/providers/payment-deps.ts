/** The services that the steps of a payment use. Each step names its own: `Pick<PaymentDeps, 'db' | 'providers'>`. */
import type { Deps } from '../../deps';
import { Providers } from './providers';

export type PaymentDeps = Deps & { providers: Providers };

/** Adds the payment providers to the services. */
export const withProviders = (deps: Deps): PaymentDeps => ({ ...deps, providers: new Providers(deps) });
