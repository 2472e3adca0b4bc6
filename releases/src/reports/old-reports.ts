/** The statements that delete the reports of pages once their time is over. */
import { type RawBuilder, sql } from 'kysely';

/** The most days back that a page of releases shows. */
export const REPORT_DAYS = 30;

/** @returns the statements that delete `limit` rows from before a time: of the hours, and of the errors that no page reported since */
export const oldReports = (before: Date): ((limit: number) => RawBuilder<unknown>)[] => [
  (limit) => sql`delete from release_hours where (part, version, hour) in (
    select part, version, hour from release_hours where hour <= ${before} limit ${limit})`,
  (limit) => sql`delete from release_errors where (part, version, fingerprint) in (
    select part, version, fingerprint from release_errors where last_at <= ${before} limit ${limit})`,
];
