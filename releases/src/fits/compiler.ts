/** The compiler in a process of its own, for as long as there are comparisons. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Lack } from '../model/schemas';
import type { Comparison } from './compare';
import type { ComparisonReply } from './compare-process';
import { compareProgram } from './compare-program';

/** One comparison takes about three seconds; it is ended after this many milliseconds. */
const TIME_LIMIT_MS = 60_000;
/** The memory limit of the process, in MB. It takes about 300. */
const MOST_MEMORY_MB = 1_000;

export interface Compiler {
  /**
   * Compares the names that both have, and lists what the remote lacks in the shell.
   * @param pair '2.2.63-28526a23 catalog@1.0.0-3f9a01c2': builds never change, so neither does what the compiler says of them
   * @throws if the compiler cannot decide
   */
  compare(comparison: Comparison, pair?: string): Promise<readonly Lack[]>;
  /** Ends the process. */
  close(): void;
}

/** A pair that `NotCompared` asks for. */
export interface PendingComparison {
  pair: string;
  comparison: Comparison;
}

/** These pairs have to be compared first. A compiler throws it that must not take long, such as one that holds others back. */
export class NotCompared extends Error {
  constructor(readonly pending: readonly PendingComparison[]) {
    super(`Not compared yet: ${pending.map(({ pair }) => pair).join(', ')}.`);
    this.name = 'NotCompared';
  }
}

/** Starts with the first comparison. Of several at once, one follows another. */
export function startCompiler(): Compiler {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const { file, execArgv } = compareProgram();
    child ??= fork(file, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...execArgv, `--max-old-space-size=${MOST_MEMORY_MB}`],
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    return child;
  }

  const ask = (comparison: Comparison) =>
    new Promise<readonly Lack[]>((resolve, reject) => {
      const compiler = start();
      const settle = (end: () => void) => {
        clearTimeout(timer);
        compiler.off('message', hear).off('error', fall).off('exit', leave);
        end();
      };
      const fail = (reason: string) => settle(() => reject(new Error(`What fits could not be compared. ${reason}`)));
      const hear = ({ lacks, error }: ComparisonReply) =>
        lacks ? settle(() => resolve(lacks)) : fail(error ?? 'The compiler said nothing.');
      const fall = ({ message }: Error) => fail(message);
      const leave = (code: number | null) => {
        child = undefined;
        fail(`The compiler ended with code ${code}.`);
      };
      const timer = setTimeout(() => {
        compiler.kill();
        child = undefined;
        fail(`The compiler took longer than ${TIME_LIMIT_MS / 1000} s.`);
      }, TIME_LIMIT_MS);
      compiler.on('message', hear).on('error', fall).on('exit', leave);
      compiler.send(comparison);
    });

  return {
    compare(comparison) {
      const reply = last.then(() => ask(comparison));
      last = reply.catch(() => {});
      return reply;
    },
    close: () => child?.kill(),
  };
}
