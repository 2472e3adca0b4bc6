import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs a command's work if its file is the program of this process; other files may import what the command exports.
 * A failure is its sentence on stderr and exit code 1. A closed standard output is none.
 * @param file `import.meta.url` of the command
 */
export async function runCommand(file: string, work: () => void | Promise<void>): Promise<void> {
  const [, program] = process.argv;
  // The URL of a module has no symbolic links; the argument may.
  if (!program || realpathSync(program) !== fileURLToPath(file)) return;
  // The reader of a pipe may have seen enough, as `head` has. The work goes on without it.
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
