/** What a report says of an error: whose it is, and a sentence with nothing about the visitor in it. */

export interface AppVersion {
  part: string;
  version: string;
}

/**
 * Whose code threw, by the addresses in the stack. The shell calls remotes and is called by them: the first frame of a
 * remote counts, and the shell where there is none. Undefined for code that is no part, as of an extension.
 */
export function blame(stack: string): AppVersion | undefined {
  const frames = [...stack.matchAll(/\/parts\/([\w-]+)\/([\w.+-]+)\//g)].map(([, part = '', version = '']) => ({
    part,
    version,
  }));
  return frames.find(({ part }) => part !== 'host') ?? frames[0];
}

/** Whose code threw this; undefined where it does not say. */
export function blameFor(error: unknown): AppVersion | undefined {
  return error instanceof Error ? blame(error.stack ?? '') : undefined;
}

const LONGEST = 200;

/** Without e-mails, queries, and whatever is long enough to be a token, a card or a phone. */
export function sentenceOf(error: unknown): string {
  return String(error)
    .replaceAll(/[^\s'"<>]+@[^\s'"<>]+/g, '…')
    .replaceAll(/[?#][^\s'"]+/g, '…')
    .replaceAll(/[\w-]{24,}/g, '…')
    .replaceAll(/\d[\d -]{5,}\d/g, '…')
    .slice(0, LONGEST);
}
