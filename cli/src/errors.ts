/** Exit codes: 0 for success, 1 for a failure, 2 for arguments that the command does not take. */
export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** A command's failure. Its message is printed, one sentence on a line. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command refuses its arguments, after the parser has accepted them. */
export class UsageError extends CommandError {}

/** A site's refusal, with its reasons by field. */
export class RefusedError extends CommandError {
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, readonly string[]>>,
  ) {
    super(message);
  }
}

/** A request got no response from the site. The site may have done the work all the same. */
export class LostResponseError extends CommandError {}
