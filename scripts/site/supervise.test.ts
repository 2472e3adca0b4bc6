import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Started, type Supervised, supervise, waitBefore } from './supervise';

test('the wait before a restart doubles up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(waitBefore)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

interface Child extends Supervised {
  pid: number | undefined;
  kill: () => void;
}

/** Starts a real process that is ready at once, as children.ts does, without the compiler. */
function startChild(): Started<Child> {
  const child = spawn(process.execPath, ['-e', "console.log('ready'); setInterval(() => {}, 1e6);"]);
  const ended = once(child, 'close').then(([code]) => Number(code ?? 1));
  return {
    isReady: Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]),
    program: {
      pid: child.pid,
      ended,
      tail: () => '',
      kill: () => void child.kill('SIGKILL'),
      stop: () => {
        child.kill();
        return ended;
      },
    },
  };
}

async function running(options: Omit<Parameters<typeof supervise>[3], 'report'> = {}) {
  const lines: string[] = [];
  const first = startChild();
  await first.isReady;
  const runs = [first.program];
  const latest = () => runs.at(-1) ?? first.program;
  let resume = () => {};
  const start = () => {
    const started = startChild();
    runs.push(started.program);
    return started;
  };
  const report = (line: string) => {
    lines.push(line);
    if (line.endsWith('is up again.')) resume();
  };
  /** Kills the running program, and resolves when the next one runs. */
  const kill = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
      latest().kill();
    });
  const { stop } = supervise('The API', start, first.program, { report, ...options });
  return { lines, runs, latest, kill, stop };
}

test('a killed program starts again after a growing wait, and the supervisor reports it', async () => {
  const waits: number[] = [];
  const { lines, runs, latest, kill, stop } = await running({
    now: () => 0,
    wait: async (ms) => void waits.push(ms),
  });
  await kill();
  await kill();
  await stop();
  expect(new Set(runs.map(({ pid }) => pid)).size).toBe(3);
  expect(await latest().ended).toEqual(expect.any(Number));
  expect(waits).toEqual([1000, 2000]);
  expect(lines).toEqual([
    'The API ended by itself (code 1). It is started again in 1 s.',
    'The API is up again.',
    'The API ended by itself (code 1). It is started again in 2 s.',
    'The API is up again.',
  ]);
});

test('a program that ran for a minute has recovered, so the next wait is the shortest', async () => {
  let time = 0;
  const waits: number[] = [];
  const { kill, stop } = await running({ now: () => time, wait: async (ms) => void waits.push(ms) });
  for (const after of [59_000, 59_000, 60_000]) {
    time += after;
    await kill();
  }
  await stop();
  expect(waits).toEqual([1000, 2000, 1000]);
});

test('a stop during the wait prevents the restart', async () => {
  let announce = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const { runs, latest, stop } = await running({
    wait: (_ms, signal) => {
      announce();
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  latest().kill();
  await isWaiting;
  await stop();
  expect(runs).toHaveLength(1);
});
