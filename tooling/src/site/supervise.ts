// Keeps a program running: one that ends by itself is started again, after a wait that grows.

/** Before the first restart, and the longest, in milliseconds. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A program that has run for this long has recovered: the next wait is the first again. */
const RECOVERED_MS = 60_000;

/** How long to wait before restart number `count`, from 1 on. */
export const waitBefore = (count) => Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS);

function clockWait(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * @param {string} name 'The API', as the reports begin
 * @param {(started: (program: import('./children').Program) => void) => Promise<boolean>} start hands over the program
 *   at once, and resolves when it is ready (true) or has ended (false)
 * @param {import('./children').Program} first the program that runs and is ready
 * @param {{report: (line: string) => void, now?: () => number, wait?: (ms: number, signal: AbortSignal) => Promise<void>}}
 *   options `wait` resolves early when the signal says so
 * @returns {{stop: () => Promise<void>}} `stop` ends the program for good
 */
export function supervise(name, start, first, { report, now = Date.now, wait = clockWait }) {
  const stopping = new AbortController();
  let program = first;

  async function run() {
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
      isReady = await start((started) => {
        program = started;
      });
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
