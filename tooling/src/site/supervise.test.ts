const { spawn } = require('node:child_process');
const { once } = require('node:events');

let supervise;
let waitBefore;

beforeAll(async () => {
  ({ supervise, waitBefore } = await import('./supervise'));
});

test('the wait before a restart doubles up to half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map(waitBefore)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

/** A real process that is ready at once; as children.ts starts one, without the compiler. */
function startChild() {
  const child = spawn(process.execPath, ['-e', "console.log('ready'); setInterval(() => {}, 1e6);"]);
  const ended = once(child, 'close').then(([code]) => code ?? 1);
  return {
    pid: child.pid,
    isReady: Promise.race([once(child.stdout, 'data').then(() => true), ended.then(() => false)]),
    ended,
    kill: () => void child.kill('SIGKILL'),
    stop: () => {
      child.kill();
      return ended;
    },
  };
}

async function running({ now, wait } = {}) {
  const lines = [];
  const runs = [];
  let resume = () => {};
  const start = async (started) => {
    const program = startChild();
    runs.push(program);
    started(program);
    return await program.isReady;
  };
  const report = (line) => {
    lines.push(line);
    if (line.endsWith('is up again.')) resume();
  };
  /** Kills what runs, and resolves when the next one is up. */
  const kill = () =>
    new Promise((resolve) => {
      resume = resolve;
      runs.at(-1).kill();
    });
  const first = startChild();
  await first.isReady;
  runs.push(first);
  const { stop } = supervise('The API', start, first, { report, now, wait });
  return { lines, runs, kill, stop };
}

test('a killed program is started again, after a wait that grows, and says so', async () => {
  const waits = [];
  const { lines, runs, kill, stop } = await running({ now: () => 0, wait: async (ms) => void waits.push(ms) });
  await kill();
  await kill();
  await stop();
  expect(new Set(runs.map(({ pid }) => pid)).size).toBe(3);
  expect(await runs[2].ended).toEqual(expect.any(Number));
  expect(waits).toEqual([1000, 2000]);
  expect(lines).toEqual([
    'The API ended by itself (code 1). It is started again in 1 s.',
    'The API is up again.',
    'The API ended by itself (code 1). It is started again in 2 s.',
    'The API is up again.',
  ]);
});

test('a program that ran for a minute has recovered: the wait is the first again', async () => {
  let time = 0;
  const waits = [];
  const { kill, stop } = await running({ now: () => time, wait: async (ms) => void waits.push(ms) });
  for (const after of [59_000, 59_000, 60_000]) {
    time += after;
    await kill();
  }
  await stop();
  expect(waits).toEqual([1000, 2000, 1000]);
});

test('a stop while a restart is waited for starts nothing more', async () => {
  let waiting;
  const isWaiting = new Promise((resolve) => {
    waiting = resolve;
  });
  const { runs, stop } = await running({
    wait: (_ms, signal) => {
      waiting();
      return new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  runs[0].kill();
  await isWaiting;
  await stop();
  expect(runs).toHaveLength(1);
});
