/** Decides what becomes of a job once its printer has told how it ended. Pure. */
import type { Outcome, Problem } from '../printer-state';

export type Fate = 'printed' | 'failed' | 'queued';

/** The printer can print again once a person has mended it, or by itself. */
const OF_THE_PRINTER: readonly Problem[] = [
  'paper-out',
  'paper-jam',
  'cover-open',
  'cutter',
  'battery',
  'paused',
  'broken',
  'offline',
];

/** The same ticket will fail again. */
const OF_THE_TICKET: readonly Problem[] = ['too-large', 'format'];

const MOST_SENDS = { ofTheTicket: 2, other: 5 };

/**
 * @param sends how often the printer has taken the job
 * @example
 * fateOf({ state: 'failed', problem: 'paper-out', code: '410' }, 9); // 'queued'
 */
export function fateOf(outcome: Outcome, sends: number): Fate {
  if (outcome.state === 'printed') return 'printed';
  if (OF_THE_PRINTER.includes(outcome.problem)) return 'queued';
  const most = OF_THE_TICKET.includes(outcome.problem) ? MOST_SENDS.ofTheTicket : MOST_SENDS.other;
  return sends >= most ? 'failed' : 'queued';
}

/** True if the problem is one of the printer, which its state shows. */
export const isOfPrinter = (problem: Problem): boolean => OF_THE_PRINTER.includes(problem);
