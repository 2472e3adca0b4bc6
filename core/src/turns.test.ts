import { Turns } from './turns';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('tasks with the same key run one after the other, in the order of their calls; other keys do not wait', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await turn();
    done.push(`${name} ends`);
    return name;
  };
  const all = [turns.take('a', work('first')), turns.take('a', work('second')), turns.take('b', work('other'))];
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(done.filter((line) => !line.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ]);
  expect(done.indexOf('other begins')).toBeLessThan(done.indexOf('first ends'));
});

test('a failure reaches only its own caller, and the next task runs', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('away')));
  const next = turns.take('a', async () => 'there');
  await expect(failing).rejects.toThrow('away');
  expect(await next).toBe('there');
});
