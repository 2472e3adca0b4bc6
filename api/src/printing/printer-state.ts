/** The state of a printer and the outcome of a ticket, in the same form for all protocols. */
import type { printProblemSchema } from 'shared-contracts/schemas';
import type { z } from 'zod';
import { t } from '../words';

export type Problem = z.output<typeof printProblemSchema>;

export interface PrinterState {
  isOnline: boolean;
  /** null: the printer did not say. */
  paper: 'ok' | 'low' | 'out' | null;
  cover: 'closed' | 'open' | null;
  problem: Problem | null;
}

/** How the printing of a ticket ended. */
export type Outcome =
  | { state: 'printed' }
  /** `code` is the printer's own, at most 100 characters, for the log and for a problem that is unknown. */
  | { state: 'failed'; problem: Problem; code: string };

/** The largest code that is read from a printer. */
export const MAX_CODE = 100;

/** Says a problem and what to do about it, in the language at hand. */
export function problemText(problem: Problem, code = ''): string {
  const texts: Readonly<Record<Problem, () => string>> = {
    'paper-out': () => t('The printer is out of paper. Put in a new roll.'),
    'paper-jam': () => t('Paper is stuck in the printer. Take it out and close the cover.'),
    'cover-open': () => t('The printer’s cover is open. Close it.'),
    cutter: () => t('The printer’s cutter is blocked. Turn the printer off, clear the paper and turn it on.'),
    battery: () => t('The printer’s battery is empty. Charge it.'),
    paused: () => t('The printer has stopped for a moment. It goes on by itself.'),
    broken: () => t('The printer has a fault. Turn it off and on, and have it repaired if it stays.'),
    offline: () => t('The printer is offline. Check that it is on and connected to the network.'),
    timeout: () => t('The printer did not finish in time. Check what is on its paper before you print again.'),
    download: () => t('The printer could not load the ticket. Check its connection to the network.'),
    'too-large': () => t('The ticket is too large for the printer. Read the order on the screen.'),
    format: () => t('The printer does not understand the ticket. Check its model in the settings.'),
    unknown: () =>
      code === ''
        ? t('The printer reported an error. Turn it off and on.')
        : t('The printer reported an error: {code}', { code }),
  };
  return texts[problem]();
}
