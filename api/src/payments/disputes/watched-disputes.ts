import type { Db } from 'core/database/kysely';
import { sql } from 'kysely';
import type { PaymentDeps } from '../providers/payment-deps';
import type { ProviderName, RecentDispute } from '../providers/payment-provider';
import type { SettlingDeps } from '../settle/settle-attempt';
import type { Watched } from '../watch/provider-watch';
import { followDisputes } from './record-disputes';

/** The disputes that were opened lately, and all that are open: their bank may take months to decide. */
export const watchedDisputes = (deps: SettlingDeps & Pick<PaymentDeps, 'db'>): Watched => ({
  name: 'disputes',
  changes: async ({ venueId, provider, since }) => {
    if (!provider.recentDisputes) return null;
    const merchant = await deps.providers.merchant(venueId, provider.name);
    const recent = await provider.recentDisputes(merchant, since);
    const open = await openDisputes(deps.db, venueId, provider.name);
    return new Set([...(await unrecorded(deps.db, recent)), ...open]);
  },
  follow: (attempt) => followDisputes(deps, attempt),
});

/** Returns the references of payments with a dispute that is recorded otherwise, or not at all. */
async function unrecorded(db: Db, recent: readonly RecentDispute[]): Promise<string[]> {
  const ids = recent.map(({ id }) => id);
  const rows = await db
    .selectFrom('disputes')
    .select(['provider_dispute_id', 'state', 'is_withdrawn'])
    .where('provider_dispute_id', '=', sql<string>`any(${ids}::text[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.provider_dispute_id, row]));
  return recent
    .filter(({ id, state, isWithdrawn }) => {
      const row = known.get(id);
      return row?.state !== state || row.is_withdrawn !== isWithdrawn;
    })
    .map(({ reference }) => reference);
}

async function openDisputes(db: Db, venueId: number, provider: ProviderName): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'disputes.attempt_id')
    .select('payment_attempts.reference')
    .where('payment_attempts.venue_id', '=', venueId)
    .where('payment_attempts.provider', '=', provider)
    .where('disputes.source', '=', 'provider')
    .where('disputes.state', 'in', ['needs-response', 'under-review'])
    .execute();
  return rows.flatMap(({ reference }) => reference ?? []);
}
