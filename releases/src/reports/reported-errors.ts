/** The errors of an app with where they were thrown in its sources: for the page of errors, and for the tools of its team. */

import { timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { appNameSchema, versionSchema } from '../model/service';
import { type Frame, framesOf, placeOf } from './frames';
import { readPageErrors } from './page-errors';
import { SourceMaps } from './source-maps';

export const errorFilterSchema = z.object({
  app: appNameSchema,
  /** Left out, every version. */
  version: versionSchema.optional(),
});
export type ErrorFilter = z.output<typeof errorFilterSchema>;

const frameSchema = z.object({
  /** 'remotes/catalog/src/menu/menu.tsx:24:7' in the repository of its app; the place in the build where there is no source map. */
  place: z.string(),
  is_source: z.boolean(),
});
export const reportedErrorSchema = z.object({
  app: z.string(),
  version: z.string(),
  kind: z.enum(['load', 'refused', 'render', 'unhandled']),
  message: z.string(),
  count: z.number(),
  first_at: timeSchema,
  last_at: timeSchema,
  /** The frames of the stack, the one that threw first. Empty where no page sent any. */
  frames: z.array(frameSchema),
});
export type ReportedError = z.output<typeof reportedErrorSchema>;

/** Different maps that are read for one page of errors. The places of the other files are those in the build. */
const MOST_MAPS = 20;

const known = new WeakMap<ReleasesDeps, ReportedErrors>();

/** The one reader of this process, so that the source maps that it has read are kept once. */
export function reportedErrorsOf(deps: ReleasesDeps): ReportedErrors {
  const errors = known.get(deps) ?? new ReportedErrors(deps);
  known.set(deps, errors);
  return errors;
}

export class ReportedErrors {
  private readonly maps: SourceMaps;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'config'>) {
    this.maps = new SourceMaps(deps.config.distDir);
  }

  /** The latest first, 50 at most. What a page reports is there after five seconds. */
  async of({ app, version }: ErrorFilter): Promise<ReportedError[]> {
    const errors = await readPageErrors(this.deps.db, { part: app, version });
    const readable: ReportedError[] = [];
    const files = new Set<string>();
    // One after the other: two at once would push out what the other needs.
    for (const { part, stack, firstAt, lastAt, ...error } of errors) {
      const frames: ReportedError['frames'] = [];
      for (const frame of framesOf(stack)) {
        const source = await this.sourceOf(frame, app, files);
        frames.push({ place: source ?? placeOf(frame), is_source: source !== null });
      }
      readable.push({ ...error, app: part, first_at: firstAt.toISOString(), last_at: lastAt.toISOString(), frames });
    }
    return readable;
  }

  /** Reads the source of the app's own frames only: another team's sources are not for this one, and any visitor may report a stack. */
  private async sourceOf(frame: Frame, app: string, files: Set<string>): Promise<string | null> {
    if (frame.part !== app) return null;
    const file = `${frame.version}/${frame.file}`;
    if (!files.has(file) && files.size === MOST_MAPS) return null;
    files.add(file);
    return this.maps.find(frame);
  }
}
