/** Runs the compiler in a process of its own, for as long as there are comparisons. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Lack } from '../model/schemas';
import type { Comparison } from './compare';
import type { ComparisonReply } from './compare-process';
import { compareProgram } from './compare-program';

/** A comparison takes about three seconds. It is stopped after this many milliseconds. */
const TIME_LIMIT_MS = 60_000;
/** The memory limit of the process, in MB. A comparison takes about 300. */
const MOST_MEMORY_MB = 1_000;

export interface Compiler {
  /**
   * Compares the names that both have, and lists what the remote lacks in the shell.
   * @param pair identifies the two builds, '2.2.63-28526a23 catalog@1.0.0-3f9a01c2'. Builds never change, so neither does the compiler's
   *   answer
   * @throws if the compiler cannot decide
   */
  compare(comparison: Comparison, pair?: string): Promise<readonly Lack[]>;
  /** Ends the process. */
  close(): void;
}

/** A pair that has to be compared first. */
export interface PendingComparison {
  pair: string;
  comparison: Comparison;
}

/** Reports pairs that have to be compared first. A compiler that must not keep others waiting throws it instead of comparing. */
export class NotCompared extends Error {
  constructor(readonly pending: readonly PendingComparison[]) {
    super(`Not compared yet: ${pending.map(({ pair }) => pair).join(', ')}.`);
    this.name = 'NotCompared';
  }
}

/** Returns a compiler whose process starts with the first comparison. It makes simultaneous comparisons one after another. */
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
