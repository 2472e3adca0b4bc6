// Restarts a program that ends unasked, after a growing wait.
import type { Program } from './children';

/** The first and the longest wait before a restart, in milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A program that has run for this long has recovered: the next wait is as short as the first. */
const RECOVERED_MS = 60_000;

/** The wait before restart number `count`, from 1 on, in milliseconds. */
export const waitBefore = (count: number): number => Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);

function clockWait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The parts of a program that supervision needs. */
export type Supervised = Pick<Program, 'ended' | 'tail' | 'stop'>;

/** A program that was just started. */
export interface Started<Kind extends Supervised = Program> {
  program: Kind;
  /** Resolves with false if it ended before it was ready. */
  isReady: Promise<boolean>;
}

interface SuperviseOptions {
  report: (line: string) => void;
  now?: () => number;
  /** Resolves early when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * @param name 'The API', at the beginning of the reports
 * @param start starts the program again
 * @param first the running and ready program
 * @returns `stop` ends the program and its supervision
 */
export function supervise(
  name: string,
  start: () => Started<Supervised>,
  first: Supervised,
  { report, now = Date.now, wait = clockWait }: SuperviseOptions,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let program = first;

  async function run(): Promise<void> {
    let readyAt = now();
    let count = 0;
    let isReady = true;
    for (;;) {
      const code = await program.ended;
      if (stopping.signal.aborted) return;
      if (isReady && now() - readyAt >= RECOVERED_MS) count = 0;
      count += 1;
      const ms = waitBefore(count);
      report(`${name} ended by itself (code ${code}). It is started again in ${ms / 1000} s.`);
      await wait(ms, stopping.signal);
      if (stopping.signal.aborted) return;
      const next = start();
      program = next.program;
      isReady = await next.isReady;
      readyAt = now();
      report(isReady ? `${name} is up again.` : program.tail());
    }
  }
  const finished = run();

  return {
    async stop() {
      stopping.abort();
      await program.stop();
      await finished;
    },
  };
}
