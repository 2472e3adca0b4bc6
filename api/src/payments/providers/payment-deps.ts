/** The services that steps of a payment work with. Each step names those that it uses: `Pick<PaymentDeps, 'db' | 'providers'>`. */
import type { Deps } from '../../deps';
import { Providers } from './providers';

export type PaymentDeps = Deps & { providers: Providers };

/** Adds the payment providers to the services. */
export const withProviders = (deps: Deps): PaymentDeps => ({ ...deps, providers: new Providers(deps) });
