import type { QueueActor } from 'shared-contracts/rules/queue-state';
import { forbidden, notFound } from '../../errors';
import { isMember, type Session } from '../../plugins/session';
import type { QueueEntryRow } from './queue.repository';

/** As whom the caller moves the entry; who works for the vendor acts as the vendor. @throws ApiError 404 for anyone else */
export function actorOf(session: Session, entry: QueueEntryRow | null): QueueActor {
  if (entry && isMember(session, entry.vendor_id)) return 'vendor';
  if (entry && entry.user_id === session.user.id) return 'buyer';
  throw notFound('Queue entry');
}

/**
 * @throws ApiError 404 for an order in no queue, and to those who have nothing to do with it: the ids that exist are not told;
 * 403 to its buyer, who does not work for its vendor
 */
export function requireVendorOf(session: Session, entry: QueueEntryRow | null): QueueEntryRow {
  if (!entry) throw notFound('Order');
  if (isMember(session, entry.vendor_id)) return entry;
  if (entry.user_id === session.user.id) throw forbidden('Only members of this vendor may do that.');
  throw notFound('Order');
}
