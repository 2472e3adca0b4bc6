/** The payments of one process: providers by name, merchants by venue, and the step they all share: ask, then settle. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock';
import { type Config, ConfigError } from '../../core/config';
import type { Db } from '../../core/database/kysely';
import { ApiError } from '../../core/errors';
import type { Deps } from '../../deps';
import type { Outbox } from '../../messages/outbox/outbox';
import { type Attempt, paymentRefOf } from '../core/payment.repository';
import { missingKey, type VenueKey, venueKeys } from '../core/venue-keys';
import { GlobalProvider } from '../providers/global-provider';
import type { Merchant, PaymentProvider, PaymentStatus, ProviderName } from '../providers/payment-provider';
import { PaystackProvider } from '../providers/paystack-provider';
import { StitchProvider } from '../providers/stitch-provider';
import { StripeProvider } from '../providers/stripe-provider';
import { type Settlement, settle } from './settle';

/** A setting that is missing, or of the wrong mode, with a sentence for each problem. */
export interface KeyToSet {
  setting: string;
  problems: string[];
}

const WHY_RETURNED: ReadonlyMap<Settlement['state'], string> = new Map([
  ['mismatch', 'not what was asked for'],
  ['duplicate', 'the cart was paid already'],
  ['expired', 'more than a day after its start'],
  ['closed', 'a stall of it or the hall has closed'],
]);

export class Payments {
  readonly db: Db;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly isLive: boolean;
  readonly config: Config;
  private readonly providers: ReadonlyMap<string, PaymentProvider>;

  constructor(
    { db, clock, outbox, config }: Pick<Deps, 'db' | 'clock' | 'outbox' | 'config'>,
    readonly log: FastifyBaseLogger,
  ) {
    this.db = db;
    this.clock = clock;
    this.outbox = outbox;
    this.config = config;
    this.isLive = config.payments.mode === 'live';
    const { mode, stripeApiBase, paystackApiBase, globalApiUrl, stitch } = config.payments;
    const now = () => clock.now();
    const providers: PaymentProvider[] = [
      new StripeProvider({ mode, apiBase: stripeApiBase }),
      new PaystackProvider({ mode, apiBase: paystackApiBase }),
      new GlobalProvider({ mode, apiUrl: globalApiUrl, now }),
      ...(stitch ? [new StitchProvider({ ...stitch, mode, now })] : []),
    ];
    this.providers = new Map(providers.map((provider) => [provider.name, provider]));
  }

  provider(name: string): PaymentProvider {
    const provider = this.providers.get(name);
    if (!provider) throw new ApiError(501, 'PROVIDER_NOT_CONFIGURED', `Payments with ${name} are not set up here.`);
    return provider;
  }

  /**
   * The venue as one provider knows it.
   * @throws ApiError 503 while the venue's secret is missing or of the wrong mode; the reason goes to the log
   */
  async merchant(venueId: number, name: ProviderName): Promise<Merchant> {
    const provider = this.provider(name);
    const venue = await this.db
      .selectFrom('venues')
      .select(['secret_env', 'webhook_secret_env', 'payment_provider_key'])
      .where('id', '=', venueId)
      .executeTakeFirstOrThrow();
    const secret = this.config.secret(venue.secret_env);
    const refusal = secret === null ? 'set' : provider.refusalOfSecret(secret);
    if (refusal !== null && provider.account === 'venue') {
      this.log.error({ venueId, setting: venue.secret_env }, `payments: ${venue.secret_env} must be ${refusal}`);
      throw new ApiError(503, 'PAYMENTS_NOT_CONFIGURED', 'This venue cannot take payments at the moment.');
    }
    const webhookSecret = venue.webhook_secret_env === null ? null : this.config.secret(venue.webhook_secret_env);
    const refundSecret = this.config.secret(`${venue.secret_env}_REBATE`);
    return { venueId, key: venue.payment_provider_key, secret: secret ?? '', webhookSecret, refundSecret };
  }

  /**
   * For the start of the process: a secret of the wrong mode stops it. A missing one stops a production start; elsewhere it
   * is a warning, as other venues can still take payments.
   * @throws ConfigError naming each setting, never its value
   */
  async checkSecrets(): Promise<void> {
    const keys = await venueKeys(this.db);
    const problems = keys.flatMap((key) => this.problemsOf(key));
    if (problems.length > 0) throw new ConfigError(problems);
    for (const { setting, venue } of keys) {
      if (this.config.secret(setting) !== null) continue;
      this.log.warn(`payments: ${setting} is not set, so payments at ${venue} are incomplete or refused`);
    }
  }

  /** While an open venue names one of these settings, no process for customers starts again. Empty elsewhere. */
  keysToSet(keys: readonly VenueKey[]): KeyToSet[] {
    if (!this.config.isProduction) return [];
    return keys
      .map((key) => ({ setting: key.setting, problems: this.problemsOf(key) }))
      .filter(({ problems }) => problems.length > 0);
  }

  /** Says why this process would refuse to start with the key. */
  private problemsOf(key: VenueKey): string[] {
    const secret = this.config.secret(key.setting);
    if (secret === null)
      return this.config.isProduction ? [missingKey(key, this.config.problemOfSecretName(key.setting))] : [];
    const refusal = key.isSecretKey ? this.providers.get(key.provider)?.refusalOfSecret(secret) : null;
    return refusal ? [...new ConfigError(key.setting, 'another kind of key', refusal).sentences] : [];
  }

  /** Asks the provider and settles. @throws ProviderError when it cannot be asked */
  async settleFromProvider(attempt: Attempt): Promise<Settlement> {
    const ref = paymentRefOf(attempt);
    const merchant = await this.merchant(attempt.venue_id, attempt.provider);
    return this.settle(attempt, await this.provider(attempt.provider).retrieve(merchant, ref));
  }

  async settle(attempt: Attempt, reported: PaymentStatus): Promise<Settlement> {
    const settlement = await this.outbox.transaction((trx) => settle(trx, attempt.id, reported, this.clock.now()));
    const { reference, resultCode, lastFour } = reported;
    const entry = { attempt: attempt.id, reference, resultCode, lastFour };
    const returned = WHY_RETURNED.get(settlement.state);
    if (returned) this.log.error(entry, `payment: ${returned}, refunding`);
    else this.log.info(entry, `payment: ${settlement.state}`);
    return settlement;
  }
}
