/** The type of a page of the desk, and the data that it is made from. */

import type { Html } from 'core/pages/html';
import type { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import type { ReleaseSummary } from '../reports/release-sums';
import type { ReportedErrors } from '../reports/reported-errors';
import type { ReleaseIdentity } from '../service/identity';
import type { ReleaseService } from '../service/release-service';

export interface DeskContext {
  deps: ReleasesDeps;
  service: ReleaseService;
  identity: ReleaseIdentity;
  /** Reads what pages reported about their releases in the last days. */
  summaries: (days: number) => Promise<ReleaseSummary[]>;
  errors: ReportedErrors;
}

export interface DeskSection<Query extends z.ZodType = z.ZodType> {
  /** The path below the desk. The first section has an empty one. */
  path: string;
  /** The words in the navigation, which are also the page's title. */
  name: string;
  /** True if other pages link to it, and the navigation does not. */
  isLinked?: boolean;
  query: Query;
  /** The page's content, from its h1 on. */
  render(context: DeskContext, query: z.output<Query>): Promise<Html>;
}
