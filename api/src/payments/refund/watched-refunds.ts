/** Asks the providers for their latest refunds, because a webhook may be lost. */

import { messageOf } from 'core/errors';
import { sql } from 'kysely';
import { findAttemptByReference } from '../core/payment.repository';
import type { PaymentDeps } from '../providers/payment-deps';
import type { ProviderName, RecentRefund } from '../providers/payment-provider';
import type { SettlingDeps } from '../settle/settle-attempt';
import { recordRefundsAtProvider } from './refunds-at-provider';

const DAY_MS = 24 * 3_600_000;
/** A process looks back FIRST_DAYS for a venue until it has reached the venue's provider once, and DAYS in every later round. */
const FIRST_DAYS = 30;
const DAYS = 3;

export class RefundWatch {
  /** The venues whose provider was reached. */
  private readonly seen = new Set<number>();

  constructor(private readonly deps: SettlingDeps & Pick<PaymentDeps, 'db'>) {}

  /** Runs one round: it asks for each venue's account once. */
  async runRound(): Promise<void> {
    const { db, clock } = this.deps;
    const accounts = await db
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
      const days = this.seen.has(venue_id) ? DAYS : FIRST_DAYS;
      try {
        await this.lookAt(venue_id, provider, new Date(clock.now().getTime() - days * DAY_MS));
        this.seen.add(venue_id);
      } catch (error) {
        this.deps.log.warn({ venueId: venue_id, reason: messageOf(error) }, 'refund-watch: a provider cannot be asked');
      }
    }
  }

  private async lookAt(venueId: number, name: ProviderName, since: Date): Promise<void> {
    const provider = this.deps.providers.named(name);
    if (!provider.recentRefunds) return;
    const recent = await provider.recentRefunds(await this.deps.providers.merchant(venueId, name), since);
    for (const reference of await this.unrecorded(recent)) {
      const attempt = await findAttemptByReference(this.deps.db, name, reference);
      if (attempt?.venue_id === venueId) await recordRefundsAtProvider(this.deps, attempt);
    }
  }

  /** Returns the references of payments with a refund that the books lack, or record as made although it has failed. */
  private async unrecorded(recent: readonly RecentRefund[]): Promise<Set<string>> {
    const ids = recent.map(({ id }) => id);
    const rows = await this.deps.db
      .selectFrom('order_refunds')
      .select(['provider_refund_id', 'state'])
      .where('provider_refund_id', '=', sql<string>`any(${ids}::text[])`)
      .execute();
    const made = new Map(rows.map(({ provider_refund_id, state }) => [provider_refund_id, state !== 'failed']));
    const isNew = ({ id, hasFailed }: RecentRefund) => {
      const isMade = made.get(id);
      return isMade === undefined ? !hasFailed : isMade && hasFailed;
    };
    return new Set(recent.filter(isNew).map(({ reference }) => reference));
  }
}
