/** Describes an error for a report: the app that threw it, and a sentence without personal data. */
import { withoutPersonalData } from 'releases/model/reported-message';

export interface AppVersion {
  part: string;
  version: string;
}

/**
 * The app that threw, by the addresses in the stack. Shell and remotes call each other: the first frame of a remote
 * counts, else the shell's. Undefined for other code, such as an extension's.
 */
export function blame(stack: string): AppVersion | undefined {
  const frames = [...stack.matchAll(/\/parts\/([\w-]+)\/([\w.+-]+)\//g)].map(([, part = '', version = '']) => ({
    part,
    version,
  }));
  return frames.find(({ part }) => part !== 'host') ?? frames[0];
}

/** The app that threw this; undefined if the error does not say. */
export function blameFor(error: unknown): AppVersion | undefined {
  return error instanceof Error ? blame(error.stack ?? '') : undefined;
}

const LONGEST = 200;

/** Describes the error in a sentence without personal data. */
export const describeError = (error: unknown): string => withoutPersonalData(String(error)).slice(0, LONGEST);

/** The function that threw is at the top, and a report of 50 entries has to stay below 32 KB. */
const MOST_FRAMES = 12;

/** The stack for a report: the frames in builds of this site, as paths. Undefined if the error has no stack, or other code threw it. */
export function siteStack(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.match(/\/parts\/[\w./+-]{1,200}:\d+:\d+/g) ?? [];
  return frames.slice(0, MOST_FRAMES).join('\n') || undefined;
}
