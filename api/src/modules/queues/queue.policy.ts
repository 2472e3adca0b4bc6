import type { QueueActor } from 'shared-contracts/rules/queue-state';
import { forbidden, notFound } from '../../errors';
import { isMember, type Session } from '../../plugins/session';
import type { QueueEntryRow } from './queue.repository';

/** The role in which the caller moves the entry; the vendor's staff act as the vendor. @throws ApiError 404 for others */
export function actorOf(session: Session, entry: QueueEntryRow | null): QueueActor {
  if (entry && isMember(session, entry.vendor_id)) return 'vendor';
  if (entry && entry.user_id === session.user.id) return 'buyer';
  throw notFound('Queue entry');
}

/**
 * @throws ApiError 404 for an order in no queue, and for a user without a role in it, so that the response does not tell which
 * ids exist; 403 for its buyer
 */
export function requireVendorOf(session: Session, entry: QueueEntryRow | null): QueueEntryRow {
  if (!entry) throw notFound('Order');
  if (isMember(session, entry.vendor_id)) return entry;
  if (entry.user_id === session.user.id) throw forbidden('Only members of this vendor may do that.');
  throw notFound('Order');
}
