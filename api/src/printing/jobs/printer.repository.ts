/** Reads the printers that poll, and stores what they say. */
import type { Queryable, Trx } from 'core/database/kysely';
import { inTransaction } from 'core/database/kysely';
import type { PrintersTable } from 'core/database/types';
import { type Selectable, sql } from 'kysely';
import { announce, vendorChannel } from '../../messages/realtime/events';
import { noteHeard as noteStallHeard } from '../../ordering/watch/seen';
import type { PrinterState } from '../printer-state';

/** A printer that has not been heard from for so long is away. Printers poll every few seconds. */
export const AWAY_MS = 60_000;
/** A printer that says nothing new is stored at most this often. */
const STORED_EVERY_MS = 20_000;

export type PrinterRow = Selectable<PrintersTable>;

/** True if the printer was not heard from lately, or never. */
export const isAway = ({ last_heard_at }: Pick<PrinterRow, 'last_heard_at'>, now: Date): boolean =>
  last_heard_at === null || now.getTime() - last_heard_at.getTime() > AWAY_MS;

/** The part of a job that decides what to give to a printer. */
export interface WaitingJob {
  id: number;
  token: string;
  state: 'queued' | 'sent';
  sends: number;
}

const stateColumns = [
  'id',
  'vendor_id',
  'kind',
  'last_heard_at',
  'paper_level',
  'cover',
  'problem',
  'is_stuck',
  'is_away',
] as const;

/** A printer that polls, with the job that it prints next. */
export interface PolledPrinter extends Pick<PrinterRow, (typeof stateColumns)[number]> {
  job: WaitingJob | null;
}

/** The job that a printer took and has not confirmed, else the oldest one that waits. */
const nextJob = sql<WaitingJob | null>`(
  select json_build_object('id', id, 'token', token, 'state', state, 'sends', sends) from print_jobs
  where printer_id = printer.id and state in ('queued', 'sent') order by state = 'sent' desc, id limit 1)`;

/** Returns the printers with these secrets, each with its next job, in one statement. */
export async function printersBySecret(
  db: Queryable,
  hashes: readonly Buffer[],
): Promise<(PolledPrinter & { secret_hash: Buffer })[]> {
  const { rows } = await sql<PolledPrinter & { secret_hash: Buffer }>`
    select secret_hash, ${sql.join(stateColumns.map((column) => sql.ref(column)))}, ${nextJob} as job
    from printers printer where secret_hash = any(${[...hashes]}::bytea[])`.execute(db);
  return rows;
}

/** What a request tells of its printer. A field that is left out stays as it was. */
export type Heard = Partial<Omit<PrinterState, 'isOnline'>> & { code?: string };

/** Stores that a printer was heard from, and tells the stall's pages of what is new about it. */
export async function noteHeard(db: Queryable, printer: PolledPrinter, heard: Heard, now: Date): Promise<void> {
  const { paper = printer.paper_level, cover = printer.cover, problem = printer.problem, code = '' } = heard;
  const isNew =
    paper !== printer.paper_level || cover !== printer.cover || problem !== printer.problem || isAway(printer, now);
  const sinceMs = now.getTime() - (printer.last_heard_at?.getTime() ?? 0);
  // A time in the future is of a clock that was set back.
  const isDue = sinceMs < 0 || sinceMs >= STORED_EVERY_MS;
  if (!isNew && !isDue) return;
  await inTransaction(db, async (trx) => {
    await trx
      .updateTable('printers')
      .set({
        last_heard_at: now,
        paper_level: paper,
        cover,
        problem,
        problem_code: problem === null ? '' : code,
        is_away: false,
      })
      .where('id', '=', printer.id)
      .execute();
    // A printer that cannot print is nobody at work.
    if (problem === null) await noteStallHeard(trx, printer.vendor_id, now);
    if (isNew) await printingChanged(trx, [printer.vendor_id]);
  });
}

/** Tells the pages of stalls that their printers or jobs have changed. */
export async function printingChanged(trx: Trx, vendorIds: readonly number[]): Promise<void> {
  await announce(
    trx,
    [...new Set(vendorIds)].map((id) => ({
      name: 'PrintingChanged' as const,
      channels: [vendorChannel(id)],
      payload: { vendor_id: id },
    })),
  );
}
