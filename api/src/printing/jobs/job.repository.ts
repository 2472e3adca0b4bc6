/** Reads and changes the jobs of printers. */
import type { Queryable, Trx } from 'core/database/kysely';
import type { PrintersTable, PrintJobsTable } from 'core/database/types';
import { type Selectable, sql } from 'kysely';
import type { PrintMark } from 'shared-contracts/types';

type PrinterPart = Selectable<PrintersTable>;

/** A job with what its paper says about its printer and about who asked for it. */
export interface JobRecord extends Selectable<PrintJobsTable> {
  vendor_id: number;
  printer_name: string;
  paper: PrinterPart['paper'];
  language: string;
  last_heard_at: PrinterPart['last_heard_at'];
  printer_problem: PrinterPart['problem'];
  printer_problem_code: string;
  asker: string | null;
  order_number: string | null;
  /** When the order was cancelled, or null. */
  cancelled_at: Date | null;
}

export const selectJobs = (db: Queryable) =>
  db
    .selectFrom('print_jobs')
    .innerJoin('printers', 'printers.id', 'print_jobs.printer_id')
    .leftJoin('users', 'users.id', 'print_jobs.asked_by')
    .leftJoin('orders', 'orders.id', 'print_jobs.order_id')
    .leftJoin('queue_entries', 'queue_entries.order_id', 'print_jobs.order_id')
    .selectAll('print_jobs')
    .select(['printers.vendor_id', 'printers.name as printer_name', 'printers.paper', 'printers.language'])
    .select(['printers.last_heard_at', 'printers.problem as printer_problem'])
    .select(['printers.problem_code as printer_problem_code'])
    .select(['users.name as asker', 'orders.order_number', 'queue_entries.cancelled_at']);

export const findJob = (db: Queryable, id: number): Promise<JobRecord | undefined> =>
  selectJobs(db).where('print_jobs.id', '=', id).executeTakeFirst();

/**
 * Says why a job is printed again.
 * @param sends how often a printer took it before
 */
export function marksOf(
  job: Pick<JobRecord, 'asker' | 'order_id' | 'created_at' | 'moves'>,
  sends: number,
): PrintMark[] {
  return [
    ...(sends > 0 ? [{ kind: 'duplicate' as const }] : []),
    ...(job.asker !== null && job.order_id !== null
      ? [{ kind: 'reprint' as const, by: job.asker, at: job.created_at.toISOString() }]
      : []),
    ...job.moves.map(({ from, to }) => ({ kind: 'moved' as const, from, to })),
  ];
}

interface Taking {
  id: number;
  printerId: number;
  /** How often it was taken before, which its marks say. */
  sends: number;
  now: Date;
}

/** Records that a printer takes a job. @returns false if another request took it, moved it or ended it meanwhile */
export async function takeJob(db: Queryable, { id, printerId, sends, now }: Taking): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('print_jobs')
    .set({ state: 'sent', sends: sends + 1, sent_at: now })
    .where('id', '=', id)
    .where('printer_id', '=', printerId)
    .where('state', 'in', ['queued', 'sent'])
    .where('sends', '=', sends)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks the job that a confirmation names.
 * @param token null for a protocol without names of jobs: the job that the printer took
 * @returns undefined for a job that the printer does not have any more, or has not taken
 */
export async function lockSentJob(
  trx: Trx,
  { printerId, token }: { printerId: number; token: string | null },
): Promise<{ id: number; sends: number; document: PrintJobsTable['document']; order_id: number | null } | undefined> {
  const sent = trx
    .selectFrom('print_jobs')
    .select(['id', 'sends', 'document', 'order_id'])
    .where('printer_id', '=', printerId)
    .where('sends', '>', 0)
    .where('state', 'in', ['queued', 'sent'])
    .orderBy(sql`state = 'sent'`, 'desc')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate();
  return token === null
    ? sent.where('state', '=', 'sent').executeTakeFirst()
    : sent.where('token', '=', token).executeTakeFirst();
}
