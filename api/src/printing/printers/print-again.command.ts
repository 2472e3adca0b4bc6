/** Prints what a person of the stall asks for: an order or a job once more, a day's end, a test page. */
import { lockName, type Queryable, type Trx } from 'core/database/kysely';
import type { PrintJobsTable } from 'core/database/types';
import { conflict, notFound } from 'core/errors';
import { keyReused } from 'core/http/idempotency';
import type { Session } from 'core/http/session';
import { permit } from 'core/policy/policies';
import { type Insertable, sql } from 'kysely';
import type { NewPrintJob } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { t } from '../../words';
import type { JobRecord } from '../jobs/job.repository';
import { printingChanged } from '../jobs/printer.repository';
import { findJobOf, findPrinterOf, jobsById, type ListedPrinter, printersOfVendor } from './printers.query';

interface Asked {
  vendorId: number;
  session: Session;
  wanted: NewPrintJob;
  /** The Idempotency-Key: a request that is repeated prints once. */
  key: string | null;
}

type NewJob = Insertable<PrintJobsTable>;

/**
 * @returns the new jobs, or those of an earlier request with the key; none where the stall has no printer for it
 * @throws ApiError 403 for staff who ask for the sales of a day; 404; 409 for a job whose printer was removed; 422 for the key of another request
 */
export function printAgain({ outbox, clock }: Pick<Deps, 'outbox' | 'clock'>, asked: Asked): Promise<JobRecord[]> {
  const { vendorId, session, key } = asked;
  return outbox.transaction(async (trx) => {
    // A second request with the key that arrives at the same time finds the rows of the first.
    if (key !== null) await lockName(trx, `print again ${session.user.id} ${key}`);
    const earlier = key === null ? [] : await earlierJobs(trx, asked, key);
    if (earlier.length > 0) return earlier;
    const now = clock.now();
    const jobs = await newJobs(trx, asked);
    const rows = jobs.map((job) => ({
      ...job,
      asked_by: session.user.id,
      request: key,
      created_at: now,
      waits_since: now,
    }));
    if (rows.length === 0) return [];
    const stored = await trx.insertInto('print_jobs').values(rows).returning('id').execute();
    await printingChanged(trx, [vendorId]);
    return jobsById(
      trx,
      stored.map(({ id }) => id),
    );
  });
}

/** @throws ApiError 422 if the key was used for something else */
async function earlierJobs(trx: Trx, { vendorId, session, wanted }: Asked, key: string): Promise<JobRecord[]> {
  const rows = await trx
    .selectFrom('print_jobs')
    .select(['id', 'order_id', 'day'])
    .where('asked_by', '=', session.user.id)
    .where('request', '=', key)
    .execute();
  const jobs = await jobsById(
    trx,
    rows.map(({ id }) => id),
  );
  const isSame = jobs.every(
    (job) =>
      job.vendor_id === vendorId &&
      (!('order_id' in wanted) || job.order_id === wanted.order_id) &&
      (!('day' in wanted) || job.day === wanted.day),
  );
  if (!isSame) throw keyReused();
  return jobs;
}

function newJobs(trx: Trx, asked: Asked): Promise<NewJob[]> {
  const { wanted } = asked;
  if ('order_id' in wanted) return jobsOfOrder(trx, asked, wanted);
  if ('day' in wanted) return jobsOfDay(trx, asked, wanted);
  return sameJob(trx, asked, wanted.job_id);
}

async function jobsOfOrder(
  trx: Trx,
  { vendorId }: Asked,
  { order_id, printer_id }: { order_id: number; printer_id?: number | undefined },
): Promise<NewJob[]> {
  const order = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', order_id)
    .where('vendor_id', '=', vendorId)
    .where('state', '<>', 'cart')
    .executeTakeFirst();
  if (!order) throw notFound(t('Order not found.'));
  if (printer_id !== undefined) return ticketsOf(await findPrinterOf(trx, { vendorId, id: printer_id }), order_id);
  const printing = await printersOfOrder(trx, order_id);
  const printers = await printersOfVendor(trx, vendorId);
  return printers.filter(({ id }) => printing.includes(id)).flatMap((printer) => ticketsOf(printer, order_id));
}

/** Returns the printers that have printed an order, or would. */
async function printersOfOrder(trx: Trx, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select printer_id as id from print_jobs where order_id = ${orderId} and document in ('kitchen', 'slip')
    union
    select printer.id from printers printer join orders on orders.vendor_id = printer.vendor_id
    where orders.id = ${orderId} and printer.removed_at is null and printer.documents && '{kitchen,slip}'
      and (printer.group_ids = '{}' or exists (
        select from order_items line join items item on item.id = line.item_id
        where line.order_id = orders.id and item.group_id = any(printer.group_ids)))`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A printer that prints no tickets of orders prints the kitchen's. */
function ticketsOf({ id, documents, group_ids }: ListedPrinter, orderId: number): NewJob[] {
  const tickets = documents.filter((each) => each !== 'day-end');
  return (tickets.length > 0 ? tickets : ['kitchen' as const]).map((document) => ({
    printer_id: id,
    order_id: orderId,
    document,
    group_ids,
  }));
}

async function jobsOfDay(
  trx: Trx,
  { vendorId, session }: Asked,
  { day, printer_id }: { day: string; printer_id?: number | undefined },
): Promise<NewJob[]> {
  permit('owner', session, { vendorId });
  const printers =
    printer_id === undefined
      ? (await printersOfVendor(trx, vendorId)).filter(({ documents }) => documents.includes('day-end'))
      : [await findPrinterOf(trx, { vendorId, id: printer_id })];
  return printers.map(({ id }) => ({ printer_id: id, document: 'day-end', day }));
}

async function sameJob(trx: Trx, { vendorId, session }: Asked, id: number): Promise<NewJob[]> {
  const job = await findJobOf(trx, { vendorId, id });
  if (job.document === 'day-end') permit('owner', session, { vendorId });
  await requirePrinter(trx, vendorId, job.printer_id);
  const { printer_id, order_id, document, day, copy_number, copy_count, group_ids } = job;
  return [{ printer_id, order_id, document, day, copy_number, copy_count, group_ids }];
}

async function requirePrinter(db: Queryable, vendorId: number, id: number): Promise<void> {
  const printers = await printersOfVendor(db, vendorId);
  if (printers.some((each) => each.id === id)) return;
  throw conflict('PRINTER_REMOVED', t('The printer of this job was removed. Print the order again instead.'));
}

/** @throws ApiError 404 */
export function printTestPage(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { vendorId, id, session }: { vendorId: number; id: number; session: Session },
): Promise<JobRecord> {
  return outbox.transaction(async (trx) => {
    const printer = await findPrinterOf(trx, { vendorId, id });
    const now = clock.now();
    const job = await trx
      .insertInto('print_jobs')
      .values({
        printer_id: printer.id,
        document: 'test',
        asked_by: session.user.id,
        created_at: now,
        waits_since: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await printingChanged(trx, [vendorId]);
    return findJobOf(trx, { vendorId, id: job.id });
  });
}
