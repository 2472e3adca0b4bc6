import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import { permit, worksFor } from 'core/policy/policies';
import type { QueueActor } from 'shared-contracts/rules/queue-state';
import { t } from '../../words';
import type { QueueEntryRow } from './queue.repository';

/** Returns the role in which the caller moves the entry. The vendor's staff act as the vendor. @throws ApiError 404 for others */
export function actorOf(session: Session, entry: QueueEntryRow | null): QueueActor {
  if (!entry) throw notFound(t('Queue entry not found.'));
  permit(
    'buyer or staff',
    session,
    { userId: entry.user_id, vendorId: entry.vendor_id },
    { missing: t('Queue entry not found.') },
  );
  return worksFor(session, entry.vendor_id) ? 'vendor' : 'buyer';
}

/**
 * @throws ApiError 404 for an order in no queue, and for a user without a role in it, so that the response does not reveal which ids exist; 403
 * for its buyer
 */
export function requireVendorOf(session: Session, entry: QueueEntryRow | null): QueueEntryRow {
  if (!entry) throw notFound(t('Order not found.'));
  permit(
    'staff of the order',
    session,
    { userId: entry.user_id, vendorId: entry.vendor_id },
    { missing: t('Order not found.') },
  );
  return entry;
}
