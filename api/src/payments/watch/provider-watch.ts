/** Asks the providers what has changed in their accounts, because a webhook may be lost. */

import { messageOf } from 'core/errors';
import { type Attempt, findAttemptByReference } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import type { PaymentProvider, ProviderName } from '../providers/payment-provider';

/** Something that can change at a provider without a call of this site, such as the refunds of its dashboard. */
export interface Watched {
  /** In the log. */
  readonly name: string;
  /**
   * Asks for what is new in a venue's account.
   * @returns the references of the payments that may have changed; null from a provider that does not report them
   */
  changes(account: WatchedAccount): Promise<ReadonlySet<string> | null>;
  /** Asks the provider about a payment and records the answer. */
  follow(attempt: Attempt): Promise<void>;
}

export interface WatchedAccount {
  venueId: number;
  provider: PaymentProvider;
  since: Date;
}

const DAY_MS = 24 * 3_600_000;
/** A process looks back FIRST_DAYS for a venue until it has reached the venue's provider once, and DAYS in every later round. */
const FIRST_DAYS = 30;
const DAYS = 3;

export class ProviderWatch {
  /** What was asked of a venue's provider and answered, as 'venue watched'. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly deps: Pick<PaymentDeps, 'db' | 'clock' | 'log' | 'providers'>,
    private readonly watched: readonly Watched[],
  ) {}

  /** Runs one round: it asks for each venue's account once. */
  async runRound(): Promise<void> {
    const accounts = await this.deps.db
      .selectFrom('venues')
      .select(['id as venue_id', 'payment_provider as provider'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_attempts')
            .select('id')
            .whereRef('venue_id', '=', 'venues.id')
            .where('payment_attempts.state', '=', 'succeeded'),
        ),
      )
      .orderBy('id')
      .execute();
    for (const { venue_id, provider } of accounts) {
      for (const watched of this.watched) await this.lookAt(watched, venue_id, provider);
    }
  }

  private async lookAt(watched: Watched, venueId: number, name: ProviderName): Promise<void> {
    const key = `${venueId} ${watched.name}`;
    const days = this.seen.has(key) ? DAYS : FIRST_DAYS;
    const since = new Date(this.deps.clock.now().getTime() - days * DAY_MS);
    try {
      const provider = this.deps.providers.named(name);
      for (const reference of (await watched.changes({ venueId, provider, since })) ?? []) {
        const attempt = await findAttemptByReference(this.deps.db, name, reference);
        if (attempt?.venue_id === venueId) await watched.follow(attempt);
      }
      this.seen.add(key);
    } catch (error) {
      this.deps.log.warn(
        { venueId, watched: watched.name, reason: messageOf(error) },
        'provider-watch: a provider cannot be asked',
      );
    }
  }
}
