/** Says in the kitchen that tickets are not printed, and why. */
import { formatTime } from 'shared-contracts/rules/dates';
import type { Printer, Printers } from 'shared-contracts/types';
import { plural, t } from '../words';

/** Returns how many tickets are not printed, then a line for each printer that does not print. It is empty where nothing is stuck. */
export function stuckTexts({ data, stuck_jobs, timezone }: Omit<Printers, 'may_edit'>): string[] {
  if (stuck_jobs === 0) return [];
  const count = plural(stuck_jobs, { one: '# ticket is not printed.', other: '# tickets are not printed.' });
  return [count, ...data.map((printer) => reasonText(printer, timezone)).filter((text) => text !== '')];
}

/** Says why a printer does not print what waits for it; '' if nothing is in its way. */
function reasonText({ name, waiting_jobs, state }: Printer, timeZone: string): string {
  if (waiting_jobs === 0) return '';
  if (!state.is_connected) {
    if (state.last_heard_at === null) return t('{printer}: not connected yet.', { printer: name });
    const time = formatTime(state.last_heard_at, timeZone);
    return t('{printer}: not heard from since {time}. Check that it is on and connected.', { printer: name, time });
  }
  return state.problem_text === null ? '' : t('{printer}: {problem}', { printer: name, problem: state.problem_text });
}
