/** Asks the person at the terminal. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './errors';

/**
 * Prints the question on standard error, since it is not part of a command's output, and reads one line. From a pipe or a file it reads the
 * next line.
 * @throws {CommandError} if the input ends
 */
export async function askAtTerminal(question: string, { isSecret = false } = {}): Promise<string> {
  process.stderr.write(question);
  const line = process.stdin.isTTY ? await typedLine(isSecret) : await pipedLine();
  if (line === null) throw new CommandError('The input ended before the question was answered.');
  return line.trim();
}

async function typedLine(isSecret: boolean): Promise<string | null> {
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true });
  const line = await nextLine(lines);
  lines.close();
  if (isSecret) process.stderr.write('\n');
  return line;
}

const nextLine = (lines: Interface) =>
  new Promise<string | null>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
  });

/** One reader serves all questions, since a reader takes more of the input than the line that it returns. */
let piped: AsyncIterator<string> | undefined;

async function pipedLine(): Promise<string | null> {
  piped ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { done, value } = await piped.next();
  return done ? null : value;
}
