import { jest } from '@jest/globals';
import { keepUp } from './keep-up';

/** A server with the builds 'a', 'b' …, and a page that runs the first of them. */
function page(builds: string[]) {
  let running = 0;
  const reload = jest.fn();
  const waiting: (() => void)[] = [];
  const update = jest.fn(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (running + 1 >= builds.length) return null;
    running += 1;
    return ['./src/card.screen.tsx'];
  });
  const runs = () => builds[running] ?? '';
  const onBuild = keepUp({ runs, update, reload });
  /** Lets updates through until the page asks for none. */
  const settle = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { runs, update, reload, onBuild, settle };
}

test('a save during an update is applied as well', async () => {
  const builds = ['a', 'b'];
  const { runs, reload, onBuild, settle } = page(builds);
  void onBuild('b');
  builds.push('c');
  void onBuild('c');
  await settle();
  expect(runs()).toBe('c');
  expect(reload).not.toHaveBeenCalled();
});

test('a page that was not connected applies each build that it missed', async () => {
  const { runs, update, onBuild, settle } = page(['a', 'b', 'c', 'd']);
  void onBuild('d');
  await settle();
  expect(runs()).toBe('d');
  expect(update).toHaveBeenCalledTimes(3);
});

test('a page that runs the newest build asks for nothing', async () => {
  const { update, onBuild } = page(['a']);
  await onBuild('a');
  expect(update).not.toHaveBeenCalled();
});

test('a page whose server was restarted loads again', async () => {
  const { reload, onBuild, settle } = page(['a']);
  void onBuild('x');
  await settle();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page whose update fails loads again', async () => {
  const reload = jest.fn();
  const failure = new Error('Aborted because of an error');
  await keepUp({ runs: () => 'a', update: () => Promise.reject(failure), reload })('b');
  expect(reload).toHaveBeenCalledWith(failure);
});
