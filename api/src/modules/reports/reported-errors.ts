/** The errors of an app with where they were thrown in its sources: for the page of errors, and for the tools of its team. */
import { appNameSchema, versionSchema } from 'registry/service';
import { timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { framesOf, placeOf } from './frames';
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
  /** What threw first. Empty where no page said. */
  frames: z.array(frameSchema),
});
export type ReportedError = z.output<typeof reportedErrorSchema>;

export class ReportedErrors {
  private readonly maps: SourceMaps;

  constructor(private readonly deps: Pick<Deps, 'db' | 'config'>) {
    this.maps = new SourceMaps(deps.config.distDir);
  }

  /** The latest first, 50 at most. What a page reports is there after five seconds. */
  async of({ app, version }: ErrorFilter): Promise<ReportedError[]> {
    const errors = await readPageErrors(this.deps.db, { part: app, version });
    const readable: ReportedError[] = [];
    // One after the other: two at once would read the same map twice, or push out what the other needs.
    for (const { part, stack, firstAt, lastAt, ...error } of errors)
      readable.push({
        ...error,
        app: part,
        first_at: firstAt.toISOString(),
        last_at: lastAt.toISOString(),
        frames: await this.framesOf(stack),
      });
    return readable;
  }

  private async framesOf(stack: string): Promise<ReportedError['frames']> {
    const frames: ReportedError['frames'] = [];
    for (const frame of framesOf(stack)) {
      const source = await this.maps.find(frame);
      frames.push({ place: source ?? placeOf(frame), is_source: source !== null });
    }
    return frames;
  }
}
