/** The statements that delete old reports of pages. */
import { type RawBuilder, sql } from 'kysely';

/** The most days back that a page about releases shows. */
export const REPORT_DAYS = 30;

/**
 * @returns statements that each delete up to `limit` rows from before this time: the hours, and the errors that no page has reported since
 */
export const oldReports = (before: Date): ((limit: number) => RawBuilder<unknown>)[] => [
  (limit) => sql`delete from release_hours where (part, version, hour) in (
    select part, version, hour from release_hours where hour <= ${before} limit ${limit})`,
  (limit) => sql`delete from release_errors where (part, version, fingerprint) in (
    select part, version, fingerprint from release_errors where last_at <= ${before} limit ${limit})`,
];
