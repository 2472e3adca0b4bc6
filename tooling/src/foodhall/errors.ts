/** How a command ends: 0 it did what it was asked, 1 it failed, 2 it was called with arguments that it does not take. */
export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** A command that could not do what it was asked. Its message is printed: one sentence on a line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Arguments that a command does not take, found after the parser. */
export class UsageError extends CommandError {}

/** What a site refused, with its reasons by field. */
export class RefusedError extends CommandError {
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, readonly string[]>>,
  ) {
    super(message);
  }
}

/** A request without a response of the site: it may have done what it was asked. */
export class LostResponseError extends CommandError {}
