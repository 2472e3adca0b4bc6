/** Hands a job over to another printer of the stall. */
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { PrinterRow } from './printer.repository';

interface Handover {
  job: { id: number; order_id: number | null; sends: number };
  from: Pick<PrinterRow, 'id' | 'name' | 'kind' | 'removed_at'>;
  to: { id: number; name: string };
  now: Date;
}

/**
 * Both papers say that the job was moved: the ticket of the new printer, and a notice of the old one if it took the job and may have printed
 * it. A late confirmation of the old printer does not end the job, as only its own printer does.
 */
export async function moveJob(trx: Trx, { job, from, to, now }: Handover): Promise<void> {
  const move = JSON.stringify([{ from: from.name, to: to.name }]);
  await sql`update print_jobs set printer_id = ${to.id}, moves = moves || ${move}::jsonb, state = 'queued', sends = 0, sent_at = null,
      waits_since = ${now}, problem = null, problem_code = ''
    where id = ${job.id}`.execute(trx);
  // A tablet shows its people what was moved.
  if (job.sends === 0 || from.removed_at !== null || from.kind === 'tablet') return;
  await trx
    .insertInto('print_jobs')
    .values({
      printer_id: from.id,
      order_id: job.order_id,
      document: 'notice',
      moves: move,
      created_at: now,
      waits_since: now,
    })
    .execute();
}
