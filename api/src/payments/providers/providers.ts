/** The payment providers of one process, and each venue's account at its provider. */
import { ApiError } from 'core/errors';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { GlobalProvider } from './global-provider';
import type { Merchant, PaymentProvider, ProviderName } from './payment-provider';
import { PaystackProvider } from './paystack-provider';
import { StitchProvider } from './stitch-provider';
import { StripeProvider } from './stripe-provider';

export class Providers {
  private readonly all: ReadonlyMap<string, PaymentProvider>;

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>) {
    const { mode, stripeApiBase, paystackApiBase, globalApiUrl, stitch } = deps.config.payments;
    const now = () => deps.clock.now();
    const providers: PaymentProvider[] = [
      new StripeProvider({ mode, apiBase: stripeApiBase }),
      new PaystackProvider({ mode, apiBase: paystackApiBase }),
      new GlobalProvider({ mode, apiUrl: globalApiUrl, now }),
      ...(stitch ? [new StitchProvider({ ...stitch, mode, now })] : []),
    ];
    this.all = new Map(providers.map((provider) => [provider.name, provider]));
  }

  /** @throws ApiError 501 for a provider that is not set up here */
  named(name: string): PaymentProvider {
    const provider = this.all.get(name);
    if (!provider)
      throw new ApiError(
        501,
        'PROVIDER_NOT_CONFIGURED',
        t('Payments with {provider} are not set up here.', { provider: name }),
      );
    return provider;
  }

  /** @returns the end of a sentence for a secret of the wrong kind or mode; null for a valid one, or a provider that is not set up here */
  refusalOfSecret(name: string, secret: string): string | null {
    return this.all.get(name)?.refusalOfSecret(secret) ?? null;
  }

  /**
   * Returns the venue's account at one provider.
   * @throws ApiError 503 while the venue's secret is missing or of the wrong mode; the reason goes to the log
   */
  async merchant(venueId: number, name: ProviderName): Promise<Merchant> {
    const { db, config, log } = this.deps;
    const provider = this.named(name);
    const venue = await db
      .selectFrom('venues')
      .select(['secret_env', 'webhook_secret_env', 'payment_provider_key'])
      .where('id', '=', venueId)
      .executeTakeFirstOrThrow();
    const secret = config.secret(venue.secret_env);
    const refusal = secret === null ? 'set' : provider.refusalOfSecret(secret);
    if (refusal !== null && provider.account === 'venue') {
      log.error({ venueId, setting: venue.secret_env }, `payments: ${venue.secret_env} must be ${refusal}`);
      throw new ApiError(503, 'PAYMENTS_NOT_CONFIGURED', t('This venue cannot take payments at the moment.'));
    }
    const webhookSecret = venue.webhook_secret_env === null ? null : config.secret(venue.webhook_secret_env);
    const refundSecret = config.secret(`${venue.secret_env}_REBATE`);
    return { venueId, key: venue.payment_provider_key, secret: secret ?? '', webhookSecret, refundSecret };
  }
}
