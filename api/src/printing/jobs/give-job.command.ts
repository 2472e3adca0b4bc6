/** Gives a printer the bytes of its next job. */
import { isUnavailable } from 'core/database/unavailable';
import { messageOf } from 'core/errors';
import { directionOf } from 'shared-contracts/language';
import type { Deps } from '../../deps';
import type { Target } from '../ticket/render-ticket';
import type { Renderer } from '../ticket/renderer';
import { findJob, type JobRecord, marksOf, takeJob } from './job.repository';
import { type PolledPrinter, printingChanged, type WaitingJob } from './printer.repository';
import { type DaySlips, rowsOfJob } from './rows-of-job';

export interface PrintDeps extends Pick<Deps, 'db' | 'clock' | 'log' | 'outbox'> {
  renderer: Renderer;
  daySlips: DaySlips;
}

/**
 * Renders a job, then records that the printer takes it. A job that was taken before is marked DUPLICATE, since it may have been printed.
 * @param isGone true once nobody receives the bytes: the job is not taken then
 * @returns null if the job cannot be printed, or has moved or ended meanwhile
 */
export async function giveJob(
  deps: PrintDeps,
  printer: Pick<PolledPrinter, 'id' | 'vendor_id'>,
  { id, sends }: WaitingJob,
  target: Target,
  isGone: () => boolean = () => false,
): Promise<Buffer | null> {
  const job = await findJob(deps.db, id);
  if (job?.printer_id !== printer.id) return null;
  if (isCancelled(job)) {
    await failJob(deps, printer, id, 'cancelled');
    return null;
  }
  let bytes: Buffer;
  try {
    bytes = await renderJob(deps, job, sends, target);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    deps.log.error({ job: id, reason: messageOf(error) }, 'printing: a ticket could not be made');
    await failJob(deps, printer, id, 'unreadable');
    return null;
  }
  if (isGone()) return null;
  const isTaken = await takeJob(deps.db, { id, printerId: printer.id, sends, now: deps.clock.now() });
  return isTaken ? bytes : null;
}

/**
 * True if the order was cancelled after the job was made. The database ends such jobs while no printer has them; one that a printer had
 * taken, and then did not print, comes back here. A person may still print a cancelled order again.
 */
const isCancelled = ({ cancelled_at, created_at }: JobRecord): boolean =>
  cancelled_at !== null && created_at < cancelled_at;

/** @param sends how often a printer took it before */
export function renderJob(deps: PrintDeps, job: JobRecord, sends: number, target: Target): Promise<Buffer> {
  const marks = marksOf(job, sends);
  const key = JSON.stringify([job.id, job.printer_id, marks, job.paper, job.language, target]);
  const page = { paper: job.paper, direction: directionOf(job.language) };
  return deps.renderer.render(key, { page, target }, () => rowsOfJob(deps, job, marks));
}

/** Ends a job that cannot be printed, so that the next one can. */
export function failJob(
  { outbox, clock }: PrintDeps,
  printer: Pick<PolledPrinter, 'id' | 'vendor_id'>,
  id: number,
  problem: 'cancelled' | 'unreadable' | 'too-large' | 'unknown',
): Promise<void> {
  return outbox.transaction(async (trx) => {
    await trx
      .updateTable('print_jobs')
      .set({ state: 'failed', problem, ended_at: clock.now() })
      .where('id', '=', id)
      .where('printer_id', '=', printer.id)
      .where('state', 'in', ['queued', 'sent'])
      .execute();
    await printingChanged(trx, [printer.vendor_id]);
  });
}
