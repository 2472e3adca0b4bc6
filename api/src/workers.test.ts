import { silentLog } from './testing/logs';
import { type Worker, Workers } from './workers';

/** A loop that says what happens to it. */
function aLoop(): Worker & { said: string[] } {
  const said: string[] = [];
  return {
    name: 'loop',
    said,
    start: () => void said.push('start'),
    stop: async () => void said.push('stop'),
  };
}

let loop: ReturnType<typeof aLoop>;
let workers: Workers;

beforeEach(() => {
  loop = aLoop();
  workers = new Workers(silentLog);
  workers.add(loop);
});

test('a pause stops the loops until its end', () => {
  workers.startAll();
  workers.setPaused(true);
  expect(loop.said).toEqual(['start', 'stop']);
  workers.setPaused(false);
  expect(loop.said).toEqual(['start', 'stop', 'start']);
});

test('loops that are paused before the start begin when the pause ends', () => {
  workers.setPaused(true);
  workers.startAll();
  expect(loop.said).toEqual([]);
  workers.setPaused(false);
  expect(loop.said).toEqual(['start']);
});

test('the end of a pause starts no loop before the start, and none after the stop', async () => {
  workers.setPaused(false);
  expect(loop.said).toEqual([]);
  workers.startAll();
  await workers.stopAll();
  workers.setPaused(false);
  expect(loop.said).toEqual(['start', 'stop']);
});
