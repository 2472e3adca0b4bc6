import { inTransaction } from 'core/database/kysely';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Deps } from '../../deps';
import { auditVenue } from '../../people/audit/audit-venue';
import { leadPlace } from '../../people/people/workplace';
import { t } from '../../words';

/**
 * Marks the alert of a payment as seen. It stays in the log who did. A second time changes nothing.
 * @throws ApiError 401, 403 if the role has ended; 404 for an alert of another hall
 */
export function seeAlert(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { session, venueId, alertId }: { session: Session; venueId: number; alertId: number },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await leadPlace(trx, { clock }, { venueId, vendorId: null }, session);
    const alert = await trx
      .selectFrom('payment_alerts')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'attempt_id')
      .select(['payment_alerts.id', 'seen_at', 'reference'])
      .where('payment_alerts.id', '=', alertId)
      .where('venue_id', '=', venueId)
      .executeTakeFirst();
    if (!alert) throw notFound(t('Payment not found.'));
    if (alert.seen_at !== null) return;
    const at = clock.now();
    await trx.updateTable('payment_alerts').set({ seen_at: at }).where('id', '=', alertId).execute();
    const subject = alert.reference ?? String(alertId);
    await auditVenue(trx, { at, actorId: session.user.id, action: 'venue.payment-seen', subject, venueId });
  });
}
