import type { AuditEntry } from 'shared-contracts/types';
import type { Queryable } from '../../database/kysely';

interface AuditPage {
  venueId: number;
  /** Where the page before ended; null for the first. */
  after: number | null;
  limit: number;
}

/** What was changed in the venue and its vendors, and in accounts of the site, newest first. */
export async function auditPage(db: Queryable, { venueId, after, limit }: AuditPage): Promise<AuditEntry[]> {
  const all = db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'actor_id')
    .leftJoin('vendors', 'vendors.id', 'audit_log.vendor_id')
    .select(['audit_log.id', 'at', 'action', 'subject', 'before', 'after', 'actor_id', 'audit_log.vendor_id'])
    .select(['users.name as actor', 'vendors.name as vendor'])
    .where((entry) => entry.or([entry('audit_log.venue_id', '=', venueId), entry('audit_log.venue_id', 'is', null)]))
    .orderBy('audit_log.id', 'desc')
    .limit(limit);
  const rows = await (after === null ? all : all.where('audit_log.id', '<', after)).execute();
  return rows.map(({ id, at, action, subject, actor_id, actor, vendor_id, vendor, before, after: changed }) => ({
    id,
    at: at.toISOString(),
    actor: actor_id === null || actor === null ? null : { id: actor_id, name: actor },
    action,
    subject,
    vendor: vendor_id === null || vendor === null ? null : { id: vendor_id, name: vendor },
    before: before as AuditEntry['before'],
    after: changed as AuditEntry['after'],
  }));
}
