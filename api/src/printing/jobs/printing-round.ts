/** What is due every few seconds: jobs move away from printers that do not print, old ones end, and the stalls' pages are told. */
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { moveJob } from './move-job';
import { AWAY_MS, isAway, printingChanged } from './printer.repository';
import { takeoverOf } from './takeover.rules';

/** A job waits this long for a printer that is away or has a problem. */
const PATIENCE_MS = 30_000;
/** An older ticket would surprise a kitchen in the morning. */
const OLDEST_MS = 6 * 3_600_000;

/** Processes that run this at once do not move a job twice. */
export function runPrintingRound({ outbox, clock }: Pick<Deps, 'outbox' | 'clock'>): Promise<void> {
  return outbox.transaction(async (trx) => {
    const now = clock.now();
    const ended = await endOldJobs(trx, now);
    const moved = await moveStuckJobs(trx, now);
    await printingChanged(trx, [...ended, ...moved, ...(await noteStuckPrinters(trx, now))]);
  });
}

/** @returns the stalls whose jobs have ended */
async function endOldJobs(trx: Trx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ vendor_id: number }>`
    update print_jobs job set state = 'failed', problem = 'too-old', ended_at = ${now}
    from printers where printers.id = job.printer_id and job.state in ('queued', 'sent')
      and job.created_at < ${new Date(now.getTime() - OLDEST_MS)}
    returning printers.vendor_id`.execute(trx);
  return rows.map(({ vendor_id }) => vendor_id);
}

interface StuckJob {
  id: number;
  order_id: number | null;
  sends: number;
  printer_id: number;
  vendor_id: number;
}

/** @returns the stalls whose jobs have moved */
async function moveStuckJobs(trx: Trx, now: Date): Promise<number[]> {
  const { rows: jobs } = await sql<StuckJob>`
    select job.id, job.order_id, job.sends, job.printer_id, printer.vendor_id
    from print_jobs job join printers printer on printer.id = job.printer_id
    where job.state in ('queued', 'sent') and job.document not in ('notice', 'test')
      and job.waits_since < ${new Date(now.getTime() - PATIENCE_MS)} and printer.takeover_printer_id is not null
      and (printer.problem is not null or printer.last_heard_at is null
        or printer.last_heard_at < ${new Date(now.getTime() - AWAY_MS)})
    order by job.id for update of job skip locked`.execute(trx);
  if (jobs.length === 0) return [];
  const printers = await printersOf(trx, [...new Set(jobs.map(({ vendor_id }) => vendor_id))], now);
  const vendorIds: number[] = [];
  for (const job of jobs) {
    const from = printers.find(({ id }) => id === job.printer_id);
    const to = takeoverOf(printers, job.printer_id);
    if (!from || !to) continue;
    await moveJob(trx, { job, from, to, now });
    vendorIds.push(job.vendor_id);
  }
  return vendorIds;
}

async function printersOf(trx: Trx, vendorIds: readonly number[], now: Date) {
  const rows = await trx
    .selectFrom('printers')
    .selectAll()
    .where('vendor_id', '=', sql<number>`any(${[...vendorIds]}::integer[])`)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => ({ ...row, isReady: row.problem === null && !isAway(row, now) }));
}

/** Notes which printers are away, and for which a job waits. @returns the stalls of which this is new */
async function noteStuckPrinters(trx: Trx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ vendor_id: number }>`
    update printers printer set is_away = known.is_away, is_stuck = known.is_stuck
    from (
      select id, is_away, (is_away or problem is not null) and exists (
        select from print_jobs where printer_id = state.id and state in ('queued', 'sent')
          and waits_since < ${new Date(now.getTime() - PATIENCE_MS)}) as is_stuck
      from (
        select id, problem, coalesce(last_heard_at < ${new Date(now.getTime() - AWAY_MS)}, true) as is_away
        from printers where removed_at is null) state) known
    where printer.id = known.id and (printer.is_away, printer.is_stuck) is distinct from (known.is_away, known.is_stuck)
    returning printer.vendor_id`.execute(trx);
  return rows.map(({ vendor_id }) => vendor_id);
}
