import type { Db } from 'core/database/kysely';
import { sql } from 'kysely';
import type { PaymentDeps } from '../providers/payment-deps';
import type { RecentRefund } from '../providers/payment-provider';
import type { SettlingDeps } from '../settle/settle-attempt';
import type { Watched } from '../watch/provider-watch';
import { recordRefundsAtProvider } from './refunds-at-provider';

/** The refunds that were made at the provider, or taken back there. */
export const watchedRefunds = (deps: SettlingDeps & Pick<PaymentDeps, 'db'>): Watched => ({
  name: 'refunds',
  changes: async ({ venueId, provider, since }) => {
    if (!provider.recentRefunds) return null;
    const merchant = await deps.providers.merchant(venueId, provider.name);
    return unrecorded(deps.db, await provider.recentRefunds(merchant, since));
  },
  follow: (attempt) => recordRefundsAtProvider(deps, attempt),
});

/** Returns the references of payments with a refund that the books lack, or record as made although it has failed. */
async function unrecorded(db: Db, recent: readonly RecentRefund[]): Promise<Set<string>> {
  const ids = recent.map(({ id }) => id);
  const rows = await db
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
