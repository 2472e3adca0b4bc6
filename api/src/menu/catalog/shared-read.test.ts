import { sharedRead } from './shared-read';

/** Two reads that end when the test ends them. */
function controlled() {
  const reads = [0, 1].map(() => {
    let end: (value: string) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const result = new Promise<string>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    return { result, end, fail };
  });
  const [first, second] = reads;
  if (!first || !second) throw new Error('There are two reads.');
  const read = jest.fn<Promise<string>, []>().mockReturnValueOnce(first.result).mockReturnValueOnce(second.result);
  return { read, first, second };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('requests that arrive before a read begins share that read', async () => {
  const { read, first } = controlled();
  const current = sharedRead(read);
  const inOneTurn = [current(), current()];
  expect(read).not.toHaveBeenCalled();
  await turn();
  expect(read).toHaveBeenCalledTimes(1);
  first.end('now');
  expect(await Promise.all(inOneTurn)).toEqual(['now', 'now']);
});

test('requests that arrive during a read share the next read', async () => {
  const { read, first, second } = controlled();
  const current = sharedRead(read);
  const early = current();
  await turn();
  const later = [current(), current()];
  await turn();
  expect(read).toHaveBeenCalledTimes(1);
  first.end('before');
  expect(await early).toBe('before');
  // This includes a caller who asks after the first read has ended and before the next begins.
  later.push(current());
  second.end('after');
  expect(await Promise.all(later)).toEqual(['after', 'after', 'after']);
  expect(read).toHaveBeenCalledTimes(2);
});

test('a failed read fails all requests that share it, and the next request starts a new read', async () => {
  const { read, first, second } = controlled();
  const current = sharedRead(read);
  const early = current();
  await turn();
  const late = current();
  first.fail(new Error('away'));
  await expect(early).rejects.toThrow('away');
  second.end('back');
  expect(await late).toBe('back');
});
