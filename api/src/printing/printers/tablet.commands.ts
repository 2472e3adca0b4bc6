/** A tablet in counter mode prints through its browser: it takes a job, and says when it is printed. */
import { conflict, notFound } from 'core/errors';
import { sql } from 'kysely';
import { t } from '../../words';
import { endJob } from '../jobs/end-job.command';
import { failJob, giveJob, type PrintDeps } from '../jobs/give-job.command';
import type { JobRecord } from '../jobs/job.repository';
import { noteHeard, type PolledPrinter, type WaitingJob } from '../jobs/printer.repository';
import { findJobOf, findPrinterOf } from './printers.query';

/** Two tablets may stand in a stall. A job that one of them has taken and not confirmed for so long is given out again. */
const CONFIRMED_WITHIN_MS = 60_000;
/** A job may end or be taken between the look and the taking. */
const MOST_TRIES = 5;

/** @returns null if no job waits @throws ApiError 404; 409 for a printer that is no tablet */
export async function nextForTablet(
  deps: PrintDeps,
  { vendorId, id }: { vendorId: number; id: number },
): Promise<{ job: JobRecord; svg: string } | null> {
  const printer = await findPrinterOf(deps.db, { vendorId, id });
  if (printer.kind !== 'tablet') throw conflict('NO_TABLET', t('This printer fetches its tickets itself.'));
  await noteHeard(deps.db, { ...printer, job: null }, {}, deps.clock.now());
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const waiting = await nextJobOf(deps, printer);
    if (!waiting) return null;
    const svg = await giveJob(deps, printer, waiting, 'preview');
    if (svg) return { job: await findJobOf(deps.db, { vendorId, id: waiting.id }), svg: svg.toString() };
  }
  return null;
}

async function nextJobOf(
  { db, clock }: PrintDeps,
  printer: Pick<PolledPrinter, 'id'>,
): Promise<WaitingJob | undefined> {
  const { rows } = await sql<WaitingJob>`
    select id, token, state, sends from print_jobs
    where printer_id = ${printer.id} and (state = 'queued'
      or state = 'sent' and sent_at < ${new Date(clock.now().getTime() - CONFIRMED_WITHIN_MS)})
    order by id limit 1`.execute(db);
  return rows[0];
}

/** The change may come twice. @throws ApiError 404; 409 for a job of another kind of printer */
export async function endJobOfTablet(
  deps: PrintDeps,
  { vendorId, id, state }: { vendorId: number; id: number; state: 'printed' | 'failed' },
): Promise<JobRecord> {
  const job = await findJobOf(deps.db, { vendorId, id });
  const printer = await findPrinterOf(deps.db, { vendorId, id: job.printer_id });
  if (printer.kind !== 'tablet') throw conflict('NO_TABLET', t('This printer fetches its tickets itself.'));
  if (job.state === 'queued') throw notFound(t('Print job not found.'));
  if (state === 'failed') await failJob(deps, printer, id, 'unknown');
  else await endJob(deps, { ...printer, job: null }, { token: job.token, outcome: { state: 'printed' } });
  return findJobOf(deps.db, { vendorId, id });
}
