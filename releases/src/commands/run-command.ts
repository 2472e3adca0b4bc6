import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command's work if its file is the program of this process. Other files may import the command's exports. A failure prints its
 * sentence on stderr and sets exit code 1. A closed standard output is not a failure.
 * @param file `import.meta.url` of the command
 */
export async function runCommand(file: string, work: () => void | Promise<void>): Promise<void> {
  const [, program] = process.argv;
  // A module's URL has no symbolic links, but the argument may.
  if (!program || realpathSync(program) !== fileURLToPath(file)) return;
  // The reader of a pipe may stop early, as `head` does. The work goes on without it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
