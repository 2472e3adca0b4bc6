/** The desk's pages that show something. A new page is one line in this list: it gets a route, and a link on each page
 * unless only others link to it. */
import { errorsSection } from './errors-section';
import { fitsSection } from './fits-section';
import { liveSection } from './live-section';
import { logSection } from './log-section';
import { originSection } from './origin-section';
import type { DeskSection } from './section';
import { stagedSection } from './staged-section';

export const SECTIONS: readonly DeskSection[] = [
  liveSection,
  stagedSection,
  errorsSection,
  fitsSection,
  logSection,
  originSection,
];
