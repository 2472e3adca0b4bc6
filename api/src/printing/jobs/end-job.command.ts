/** Ends a job as its printer tells, or lets it wait for another try. */
import type { Deps } from '../../deps';
import { markSeen } from '../../ordering/watch/seen';
import type { Outcome } from '../printer-state';
import { lockSentJob } from './job.repository';
import { fateOf, isOfPrinter } from './outcome.rules';
import { type Heard, noteHeard, type PolledPrinter, printingChanged } from './printer.repository';

/**
 * A confirmation of a job that was printed, moved or ended before changes nothing, so a printer may repeat it.
 * @param token null for a protocol without names of jobs: the job that the printer took
 * @param heard the state of the printer, where the confirmation tells it
 */
export function endJob(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  printer: PolledPrinter,
  { token, outcome, heard }: { token: string | null; outcome: Outcome; heard?: Heard },
): Promise<void> {
  return outbox.transaction(async (trx) => {
    const now = clock.now();
    await noteHeard(trx, printer, heard ?? heardFrom(outcome), now);
    const job = await lockSentJob(trx, { printerId: printer.id, token });
    if (!job) return;
    const fate = fateOf(outcome, job.sends);
    const failure = outcome.state === 'failed' ? outcome : null;
    await trx
      .updateTable('print_jobs')
      .set({
        state: fate,
        problem: failure?.problem ?? null,
        problem_code: failure?.code ?? '',
        ended_at: fate === 'queued' ? null : now,
      })
      .where('id', '=', job.id)
      .execute();
    const isTicket = job.document === 'kitchen' || job.document === 'slip';
    if (fate === 'printed' && isTicket && job.order_id !== null) await markSeen(trx, [job.order_id], 'ticket', now);
    if (fate === 'failed') await printingChanged(trx, [printer.vendor_id]);
  });
}

/** A failure tells of the printer, if it is one of the printer. */
function heardFrom(outcome: Outcome): Heard {
  if (outcome.state === 'printed' || !isOfPrinter(outcome.problem)) return {};
  const { problem, code } = outcome;
  return {
    problem,
    code,
    ...(problem === 'paper-out' && { paper: 'out' }),
    ...(problem === 'cover-open' && { cover: 'open' }),
  };
}
