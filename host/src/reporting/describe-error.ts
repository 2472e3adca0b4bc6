/** Describes an error for a report: the app that threw it, and a sentence without personal data. */

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

/** Describes the error without emails, queries, and words that are long enough to be a token, a card or a phone number. */
export function describeError(error: unknown): string {
  return String(error)
    .replaceAll(/[^\s'"<>]+@[^\s'"<>]+/g, '…')
    .replaceAll(/[?#][^\s'"]+/g, '…')
    .replaceAll(/[\w-]{24,}/g, '…')
    .replaceAll(/\d[\d -]{5,}\d/g, '…')
    .slice(0, LONGEST);
}

/** The function that threw is at the top, and a report of 50 entries has to stay below 32 KB. */
const MOST_FRAMES = 12;

/** The stack for a report: the frames in builds of this site, as paths. Undefined if the error has no stack, or other code threw it. */
export function siteStack(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.match(/\/parts\/[\w./+-]{1,200}:\d+:\d+/g) ?? [];
  return frames.slice(0, MOST_FRAMES).join('\n') || undefined;
}
