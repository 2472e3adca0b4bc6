/** `--venue`, `--from` and `--to` of reports. */
import type { Command } from 'commander';
import type { OptionValue } from './command';
import { UsageError } from './errors';
import { VENUE_FLAG } from './venue-option';

const DAY = /^\d{4}-\d\d-\d\d$/;

export function withDays(command: Command): Command {
  return command
    .requiredOption('--from <day>', 'the first day, such as 2026-11-01, in the time zone of the venue')
    .requiredOption('--to <day>', 'the last day')
    .option(...VENUE_FLAG);
}

/** The days as a query. @throws {UsageError} */
export function daysOf({ from, to }: Readonly<Record<string, OptionValue>>): URLSearchParams {
  for (const [name, day] of Object.entries({ from, to })) {
    if (typeof day !== 'string' || !DAY.test(day)) {
      throw new UsageError(`--${name} is '${String(day)}'; it must be a day such as 2026-11-01.`);
    }
  }
  return new URLSearchParams({ from: String(from), to: String(to) });
}
