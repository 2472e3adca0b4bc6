import { RoundRobinQueue } from './round-robin-queue';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Makes a queue whose pieces of work record when they begin and end. */
function recordingQueue(restAfter = (_tookMs: number) => 0) {
  const queue = new RoundRobinQueue(restAfter);
  const done: string[] = [];
  const take = (owner: string, name: string, rank = 0) =>
    queue.take(owner, rank, async () => {
      done.push(`${name} begins`);
      await turn();
      done.push(`${name} ends`);
      return name;
    });
  return { queue, done, take };
}

const begun = (done: readonly string[]) =>
  done.filter((each) => each.endsWith(' begins')).map((each) => each.slice(0, -' begins'.length));

test('one piece runs at a time, and each caller gets its own result', async () => {
  const { done, take } = recordingQueue();
  expect(await Promise.all([take('a', 'first'), take('a', 'second'), take('b', 'other')])).toEqual([
    'first',
    'second',
    'other',
  ]);
  expect(done).toEqual(begun(done).flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('owners take turns, however many pieces one of them has waiting', async () => {
  const { done, take } = recordingQueue();
  await Promise.all([
    take('a', 'a1'),
    take('a', 'a2'),
    take('a', 'a3'),
    take('b', 'b1'),
    take('c', 'c1'),
    take('b', 'b2'),
  ]);
  expect(begun(done)).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test("an owner's pieces with the lower rank run first", async () => {
  const { done, take } = recordingQueue();
  await Promise.all([
    take('a', 'now', 2),
    take('a', 'list', 2),
    take('a', 'file', 1),
    take('a', 'release', 0),
    take('a', 'next file', 1),
  ]);
  expect(begun(done)).toEqual(['now', 'release', 'file', 'next file', 'list']);
});

test('a failure reaches only its own caller, and the next piece runs', async () => {
  const { queue, take } = recordingQueue();
  const failing = queue.take('a', 0, () => Promise.reject(new Error('away')));
  const next = take('a', 'there');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('there');
});

test('the queue rests between two pieces for as long as `restAfter` says, and later pieces wait for the end of the rest', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  try {
    const { done, take } = recordingQueue(() => 40);
    await take('a', 'first');
    const second = take('a', 'second');
    await jest.advanceTimersByTimeAsync(39);
    expect(begun(done)).toEqual(['first']);
    await jest.advanceTimersByTimeAsync(1);
    await second;
    expect(begun(done)).toEqual(['first', 'second']);
  } finally {
    jest.useRealTimers();
  }
});
