/** Reads the errors of an app with the places in its sources that threw them, for the page of errors and for the tools of its team. */

import { timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { appNameSchema, versionSchema } from '../model/service';
import { type Frame, framesOf, placeOf } from './frames';
import { readPageErrors } from './page-errors';
import { SourceMaps } from './source-maps';

export const errorFilterSchema = z.object({
  app: appNameSchema,
  /** By default, every version. */
  version: versionSchema.optional(),
});
export type ErrorFilter = z.output<typeof errorFilterSchema>;

const frameSchema = z.object({
  /** A place in the app's repository, 'remotes/catalog/src/menu/menu.tsx:24:7', or a place in the build if there is no source map. */
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
  /** The frames of the stack, beginning with the one that threw. The list is empty if no page sent a stack. */
  frames: z.array(frameSchema),
});
export type ReportedError = z.output<typeof reportedErrorSchema>;

/** The most source maps that are read for one page of errors. Frames of other files keep their places in the build. */
const MOST_MAPS = 20;

const known = new WeakMap<ReleasesDeps, ReportedErrors>();

/** Returns the one reader of this process, so that each source map is only kept once. */
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

  /** Lists the latest errors first, 50 at most. A reported error appears after five seconds. */
  async of({ app, version }: ErrorFilter): Promise<ReportedError[]> {
    const errors = await readPageErrors(this.deps.db, { part: app, version });
    const readable: ReportedError[] = [];
    const files = new Set<string>();
    // The errors are read one after another, since two at once would evict each other's maps.
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

  /** Finds the source of a frame of the app itself only. A team must not see another team's sources, and any visitor may report a stack. */
  private async sourceOf(frame: Frame, app: string, files: Set<string>): Promise<string | null> {
    if (frame.part !== app) return null;
    const file = `${frame.version}/${frame.file}`;
    if (!files.has(file) && files.size === MOST_MAPS) return null;
    files.add(file);
    return this.maps.find(frame);
  }
}
