import type { Compiler } from '../fits/compiler';
import type { Lack } from '../model/schemas';
import { Comparisons } from './comparisons';
import { RoundRobinQueue } from './round-robin-queue';

type Comparison = Parameters<Compiler['compare']>[0];
const comparison = {} as Comparison;

/** Makes compilers whose comparisons end when the test says so. */
function compilers() {
  const running: { pair: string; end: (lacks: readonly Lack[]) => void; fail: (error: Error) => void }[] = [];
  let started = 0;
  const start = (): Compiler => {
    started += 1;
    return {
      compare: (_comparison, pair = '') => new Promise((end, fail) => running.push({ pair, end, fail })),
      close: () => {},
    };
  };
  return { running, start, startedCount: () => started };
}

/** Waits until everything that was begun has gone as far as it can. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const moveOf =
  (moves: RoundRobinQueue, owner: string, pairs: readonly string[] = []) =>
  (compiler: Pick<Compiler, 'compare'>) =>
    moves.take(owner, 0, async () => {
      const lacks: (readonly Lack[])[] = [];
      for (const pair of pairs) lacks.push(await compiler.compare(comparison, pair));
      return lacks;
    });

test('a rollback and a release of another team do not wait for a comparison that takes long', async () => {
  const { running, start } = compilers();
  const comparisons = new Comparisons(start);
  const moves = new RoundRobinQueue(() => 0);
  const slow = comparisons.around('1', 'release', moveOf(moves, '1', ['shell menu']));
  await settled();
  expect(running.map(({ pair }) => pair)).toEqual(['shell menu']);
  expect(await comparisons.around('2', 'back', moveOf(moves, '2'))).toEqual([]);
  expect(await comparisons.around('3', 'release', moveOf(moves, '3'))).toEqual([]);
  running[0]?.end([]);
  expect(await slow).toEqual([[]]);
});

test('a rollback that needs a comparison does not wait for the comparisons of releases, which wait for each other', async () => {
  const { running, start } = compilers();
  const comparisons = new Comparisons(start);
  const moves = new RoundRobinQueue(() => 0);
  const first = comparisons.around('1', 'release', moveOf(moves, '1', ['a']));
  const second = comparisons.around('2', 'release', moveOf(moves, '2', ['b']));
  await settled();
  const back = comparisons.around('3', 'back', moveOf(moves, '3', ['c']));
  await settled();
  expect(running.map(({ pair }) => pair)).toEqual(['a', 'c']);
  running[1]?.end([]);
  await back;
  running[0]?.end([]);
  await first;
  await settled();
  running[2]?.end([]);
  expect(await second).toEqual([[]]);
});

test('a pair is compared once, also for the next release', async () => {
  const { running, start, startedCount } = compilers();
  const comparisons = new Comparisons(start);
  const moves = new RoundRobinQueue(() => 0);
  const lacks = [{ name: 'fillPath', from: 'shared-contracts/remote' }];
  const first = comparisons.around('1', 'release', moveOf(moves, '1', ['a']));
  await settled();
  running[0]?.end(lacks);
  expect(await first).toEqual([lacks]);
  expect(await comparisons.around('1', 'release', moveOf(moves, '1', ['a']))).toEqual([lacks]);
  expect(startedCount()).toBe(1);
});

test('a failed comparison is reported to its release, and the next release repeats it', async () => {
  const { running, start } = compilers();
  const comparisons = new Comparisons(start);
  const moves = new RoundRobinQueue(() => 0);
  for (const attempt of [0, 1]) {
    const release = comparisons.around('1', 'release', moveOf(moves, '1', ['a']));
    await settled();
    running[attempt]?.fail(new Error('The compiler took longer than 60 s.'));
    await expect(release).rejects.toThrow('longer than 60 s');
  }
});
