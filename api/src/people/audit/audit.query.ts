import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import type { AuditEntry, VenueAudit } from 'shared-contracts/types';
import { t } from '../../words';

interface AuditPage {
  /** The last position of the previous page; null for the first page. */
  after: number | null;
  limit: number;
}

/**
 * Actions on the whole site: releases, their tokens and overrides, site operators; exports and second factors, whose subject is an email that the
 * venue may not know. A second factor of a hall's operator is in the log of that hall.
 */
const OF_THE_SITE = [
  'release.%',
  'rollback.%',
  'retirement.%',
  'recall.%',
  'release-token.%',
  'override.%',
  'site-operator.%',
  'account.exported',
  'second-factor.%',
];

/**
 * Reads the changes in the venue and its vendors, and in accounts of the site, newest first.
 * @param kinds what the changes are about: the first words of their actions, such as 'member'; empty for all
 * @throws ApiError 404
 */
export async function auditPage(
  db: Queryable,
  { venueId, kinds, after, limit }: AuditPage & { venueId: number; kinds: readonly string[] },
): Promise<VenueAudit> {
  const venue = await db
    .selectFrom('venues')
    .select(['timezone', 'currency', 'currency_symbol'])
    .where('id', '=', venueId)
    .executeTakeFirst();
  if (!venue) throw notFound(t('Venue not found.'));
  const its = entries(db).where(({ and, or, not, eb }) =>
    or([
      eb('audit_log.venue_id', '=', venueId),
      and([eb('audit_log.venue_id', 'is', null), not(or(OF_THE_SITE.map((action) => eb('action', 'like', action))))]),
    ]),
  );
  const wanted = kinds.length > 0 ? its.where(sql`split_part(action, '.', 1)`, 'in', kinds) : its;
  // One more than shown tells whether there is a next page.
  const rows = await rowsOf(wanted, { after, limit: limit + 1 });
  const data = rows.slice(0, limit);
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null, ...venue };
}

/**
 * Returns the entries whose action begins with `action`, newest first.
 * @param venueIds only the entries of these venues; null for the whole site, including entries without a venue
 */
export async function siteAuditPage(
  db: Queryable,
  { action, venueIds, after, limit }: AuditPage & { action: string; venueIds: readonly number[] | null },
): Promise<AuditEntry[]> {
  const named = entries(db).where((entry) => entry(entry.fn('starts_with', ['action', entry.val(action)]), '=', true));
  return rowsOf(venueIds ? named.where('audit_log.venue_id', 'in', venueIds) : named, { after, limit });
}

const entries = (db: Queryable) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'actor_id')
    .leftJoin('vendors', 'vendors.id', 'audit_log.vendor_id')
    .select(['audit_log.id', 'at', 'action', 'subject', 'before', 'after', 'actor_id', 'audit_log.vendor_id'])
    .select(['users.name as actor', 'vendors.name as vendor'])
    .orderBy('audit_log.id', 'desc');

async function rowsOf(all: ReturnType<typeof entries>, { after, limit }: AuditPage): Promise<AuditEntry[]> {
  const page = all.limit(limit);
  const rows = await (after === null ? page : page.where('audit_log.id', '<', after)).execute();
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
