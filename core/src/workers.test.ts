import { recordingLog } from './testing/logs';
import { Rounds } from './workers';

afterEach(() => jest.useRealTimers());

/** Makes rounds that end when the test says so. */
function heldRounds() {
  jest.useFakeTimers();
  const ends: (() => void)[] = [];
  const { log, entries } = recordingLog();
  const rounds = new Rounds({
    name: 'test',
    everyMs: 1_000,
    log,
    run: () => new Promise((resolve) => void ends.push(resolve)),
  });
  const settle = () => jest.advanceTimersByTimeAsync(0);
  return { rounds, ends, entries, settle };
}

test('the first round runs at the start, and the others follow at the interval', async () => {
  const { rounds, ends, settle } = heldRounds();
  rounds.start();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await settle();
  jest.advanceTimersByTime(999);
  expect(ends).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(ends).toHaveLength(2);
});

test('a round longer than the interval is not followed by another at once', async () => {
  const { rounds, ends, settle } = heldRounds();
  rounds.start();
  jest.advanceTimersByTime(5_000);
  ends[0]?.();
  await settle();
  expect(ends).toHaveLength(1);
});

test('a call of wake during a round starts one more round afterwards', async () => {
  const { rounds, ends, settle } = heldRounds();
  rounds.wake();
  rounds.wake();
  rounds.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await settle();
  expect(ends).toHaveLength(2);
});

test('stop waits for the round under way, and no round follows', async () => {
  const { rounds, ends, settle } = heldRounds();
  rounds.start();
  let hasStopped = false;
  const stopped = rounds.stop().then(() => {
    hasStopped = true;
  });
  await settle();
  expect(hasStopped).toBe(false);
  ends[0]?.();
  await stopped;
  jest.advanceTimersByTime(5_000);
  expect(ends).toHaveLength(1);
});

test('a failed round is logged, and the next one runs', async () => {
  jest.useFakeTimers();
  const { log, entries } = recordingLog();
  const run = jest.fn(() => Promise.reject(new Error('planted')));
  const rounds = new Rounds({ name: 'test', everyMs: 1_000, log, run });
  rounds.start();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(entries)).toContain('test: the round failed');
  await rounds.stop();
});
