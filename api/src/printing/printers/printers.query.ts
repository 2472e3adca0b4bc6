/** Reads the printers of a stall and their jobs. */
import type { Queryable } from 'core/database/kysely';
import { notFound } from 'core/errors';
import { sql } from 'kysely';
import { t } from '../../words';
import { type JobRecord, selectJobs } from '../jobs/job.repository';
import { AWAY_MS, type PrinterRow } from '../jobs/printer.repository';

const DAY_MS = 24 * 3_600_000;
const MOST_JOBS = 200;

export type ListedPrinter = PrinterRow & { waiting_jobs: number };

const selectPrinters = (db: Queryable, vendorId: number) =>
  db
    .selectFrom('printers')
    .selectAll()
    .select(
      sql<number>`(select count(*)::integer from print_jobs
        where printer_id = printers.id and state in ('queued', 'sent') and document <> 'notice')`.as('waiting_jobs'),
    )
    .where('vendor_id', '=', vendorId)
    .where('removed_at', 'is', null);

export const printersOfVendor = (db: Queryable, vendorId: number): Promise<ListedPrinter[]> =>
  selectPrinters(db, vendorId).orderBy('id').execute();

/** @throws ApiError 404 */
export async function findPrinterOf(
  db: Queryable,
  { vendorId, id }: { vendorId: number; id: number },
): Promise<ListedPrinter> {
  const printer = await selectPrinters(db, vendorId).where('id', '=', id).executeTakeFirst();
  if (!printer) throw notFound(t('Printer not found.'));
  return printer;
}

/** Returns the zone of the stall's venue. */
export async function timezoneOf(db: Queryable, vendorId: number): Promise<string> {
  const { timezone } = await db
    .selectFrom('vendors')
    .innerJoin('venues', 'venues.id', 'vendors.venue_id')
    .select('venues.timezone')
    .where('vendors.id', '=', vendorId)
    .executeTakeFirstOrThrow();
  return timezone;
}

/**
 * Counts the jobs of the last day that a person has to look after: their printer has a problem or is away, or they failed and were not printed
 * again.
 */
export async function countStuckJobs(db: Queryable, vendorId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from print_jobs job join printers printer on printer.id = job.printer_id
    where printer.vendor_id = ${vendorId} and job.created_at > ${new Date(now.getTime() - DAY_MS)}
      and job.document <> 'notice'
      and (
        job.state in ('queued', 'sent') and (printer.problem is not null
          or coalesce(printer.last_heard_at < ${new Date(now.getTime() - AWAY_MS)}, true))
        or job.state = 'failed' and job.problem is distinct from 'cancelled' and not exists (
          select from print_jobs again where again.order_id = job.order_id and again.document = job.document and again.id > job.id
            and again.state <> 'failed'))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the jobs of the last day, the newest first. */
export const jobsOfVendor = (db: Queryable, vendorId: number, now: Date): Promise<JobRecord[]> =>
  selectJobs(db)
    .where('printers.vendor_id', '=', vendorId)
    .where('print_jobs.created_at', '>', new Date(now.getTime() - DAY_MS))
    .where('document', '<>', 'notice')
    .orderBy('print_jobs.id', 'desc')
    .limit(MOST_JOBS)
    .execute();

/** Returns jobs by their ids, in the order of the ids. */
export const jobsById = (db: Queryable, ids: readonly number[]): Promise<JobRecord[]> =>
  selectJobs(db)
    .where('print_jobs.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('print_jobs.id')
    .execute();

/** @throws ApiError 404 */
export async function findJobOf(db: Queryable, { vendorId, id }: { vendorId: number; id: number }): Promise<JobRecord> {
  const job = await selectJobs(db)
    .where('print_jobs.id', '=', id)
    .where('printers.vendor_id', '=', vendorId)
    .where('document', '<>', 'notice')
    .executeTakeFirst();
  if (!job) throw notFound(t('Print job not found.'));
  return job;
}
