/** Runs commands directly on the database: of a running site on PostgreSQL, or of a stopped one. */
import { startProgram } from 'scripts/site/children';
import { CommandError } from './errors';

/**
 * Runs api/src/maintenance.ts with the settings of this shell.
 * @returns its findings or results
 * @throws {CommandError} with the program's sentences
 */
export async function runMaintenance(args: readonly string[]): Promise<unknown> {
  let result: unknown;
  const program = startProgram('api/src/maintenance.ts', {
    args,
    onMessage: (message) => {
      result = message;
    },
  });
  if ((await program.ended) !== 0) throw new CommandError(program.tail() || 'It ended without a result.');
  return result;
}
