/** Presents printers and their jobs to the people of a stall. */
import type { JobProblem } from 'core/database/types';
import type { Printer, PrintJob } from 'shared-contracts/types';
import { t } from '../../words';
import { type JobRecord, marksOf } from '../jobs/job.repository';
import { isAway, type PrinterRow } from '../jobs/printer.repository';
import { problemText } from '../printer-state';

export function presentPrinter(printer: PrinterRow & { waiting_jobs: number }, now: Date): Printer {
  const { problem, problem_code } = printer;
  return {
    id: printer.id,
    name: printer.name,
    kind: printer.kind,
    paper: printer.paper,
    documents: printer.documents,
    moment: printer.moment,
    copies: printer.copies,
    language: printer.language,
    group_ids: printer.group_ids,
    takeover_printer_id: printer.takeover_printer_id,
    state: {
      last_heard_at: printer.last_heard_at?.toISOString() ?? null,
      is_connected: !isAway(printer, now),
      paper: printer.paper_level,
      cover: printer.cover,
      problem,
      problem_text: problem === null ? null : problemText(problem, problem_code),
    },
    waiting_jobs: printer.waiting_jobs,
    has_address: printer.secret_hash !== null,
  };
}

export function presentJob(job: JobRecord, now: Date): PrintJob {
  return {
    id: job.id,
    printer: { id: job.printer_id, name: job.printer_name },
    // Lists leave notices out.
    document: job.document === 'notice' ? 'test' : job.document,
    order: job.order_id === null ? null : { id: job.order_id, order_number: job.order_number },
    state: job.state,
    problem_text: problemOfJob(job, now),
    marks: marksOf(job, job.sends - 1),
    created_at: job.created_at.toISOString(),
    ended_at: job.ended_at?.toISOString() ?? null,
  };
}

function problemOfJob(job: JobRecord, now: Date): string | null {
  if (job.state === 'printed') return null;
  if (job.problem !== null) return jobProblemText(job.problem, job.problem_code);
  if (job.state === 'failed') return problemText('unknown');
  if (job.printer_problem !== null) return problemText(job.printer_problem, job.printer_problem_code);
  return isAway(job, now) ? problemText('offline') : null;
}

function jobProblemText(problem: JobProblem, code: string): string {
  switch (problem) {
    case 'cancelled':
      return t('This order was cancelled.');
    case 'removed':
      return t('The printer was removed before it printed this.');
    case 'too-old':
      return t('It waited for too long, so it was not printed.');
    case 'unreadable':
      return t('The ticket could not be made.');
    default:
      return problemText(problem, code);
  }
}
